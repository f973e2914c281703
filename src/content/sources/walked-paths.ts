/** Files. More than this is not a docs folder but somebody's disk. */
export const maxFiles = 200_000;

/** Bytes. API descriptions come near it; what is larger is data, or an attack. */
export const maxFileBytes = 10 * 1024 * 1024;

/** Folders with a dot that frameworks keep their configuration and snippets in. */
const knownDotFolders = new Set(['.vitepress', '.docent', '.mintlify', '.gitbook']);

/** Whether a folder of this name can hold docs. */
export function isWalked(folderName: string): boolean {
  if (folderName === 'node_modules') return false;
  return !folderName.startsWith('.') || knownDotFolders.has(folderName);
}

/** What a file of more than `maxFileBytes` bytes is told. */
export function tooLarge(size: number): string {
  return `is too large (${Math.round(size / 1024 / 1024)} MB, at most ${maxFileBytes / 1024 / 1024} MB)`;
}
