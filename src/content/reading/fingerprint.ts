import { hash } from 'node:crypto';
import type { SiteOptions } from '../frameworks/framework.ts';
import type { FileTree } from '../sources/file-tree.ts';

/**
 * Changes whenever a tree may be listed otherwise, as long as its site's own build stays; null when nobody knows whether
 * its files changed.
 */
export async function fingerprintOf(
  { files, versionOf, warnings, above }: FileTree,
  { built, ...options }: SiteOptions,
): Promise<string | null> {
  if (versionOf === undefined) return null;
  const versions = await Promise.all(files.map((file) => versionOf(file)));
  if (versions.includes(null)) return null;
  const higher = (await above?.()) ?? null;
  const texts = await Promise.all((higher?.files ?? []).map((file) => higher!.read(file)));
  return hash(
    'sha256',
    JSON.stringify([
      files,
      versions,
      warnings,
      options,
      built?.pages.length,
      higher?.folder,
      higher?.files,
      texts,
    ]),
  );
}
