/** Files. A folder with more is no docs folder. */
export const maxFiles = 200_000;

/** Bytes. API descriptions come near it; larger files are data, or an attack. */
export const maxFileBytes = 10 * 1024 * 1024;

/** Bytes of an uncompressed sitemap. */
export const maxSitemapBytes = 50 * 1024 * 1024;

/** Dot folders with configuration and snippets of frameworks. */
const knownDotFolders = new Set(['.vitepress', '.vuepress', '.docent', '.mintlify', '.gitbook']);

/** Whether a folder of this name may hold docs. */
export function isWalked(folderName: string): boolean {
  if (folderName === 'node_modules') return false;
  return !folderName.startsWith('.') || knownDotFolders.has(folderName);
}

/** The warning for a file of more than `maxFileBytes` bytes. */
export function tooLarge(size: number): string {
  return `is too large (${Math.round(size / 1024 / 1024)} MB, at most ${maxFileBytes / 1024 / 1024} MB)`;
}
