import { posix } from 'node:path';
import type { BlobReader } from '../../git/blob-reader.ts';
import type { TreeEntry } from '../../git/objects.ts';
import type { ContentWarning } from '../page.ts';
import { foldersAbove } from '../site/folders.ts';

export type GitEntry = Omit<TreeEntry, 'size'>;

/** Maximum chain of symlinks. */
const maxHops = 8;

/** Maximum bytes of a symlink's target. */
const maxTargetLength = 4096;

/** The blob of every file; a symlink to a file inside the tree counts as that file, other symlinks are skipped. */
export async function resolveLinks(
  entries: Map<string, GitEntry>,
  sizes: Map<string, number>,
  read: BlobReader,
  warnings: ContentWarning[],
): Promise<Map<string, string>> {
  const folders = new Set([...entries.keys()].flatMap(foldersAbove));
  const files = new Map<string, string>();
  for (const { path, kind, id } of entries.values()) {
    if (kind !== 'symlink') {
      files.set(path, id);
      continue;
    }
    const target = await followLink(path, entries, sizes, read);
    if (target === 'outside')
      warnings.push({ file: path, message: 'The link leaves the folder; it was skipped.' });
    else if (target !== null) files.set(path, target);
    else if (!folders.has(await nextOf(path, id, sizes, read)))
      warnings.push({ file: path, message: 'The link points to nothing; it was skipped.' });
  }
  return files;
}

async function followLink(
  link: string,
  entries: Map<string, GitEntry>,
  sizes: Map<string, number>,
  read: BlobReader,
): Promise<string | 'outside' | null> {
  let path = link;
  for (let hop = 0; hop < maxHops; hop++) {
    const entry = entries.get(path);
    if (entry === undefined) return null;
    if (entry.kind !== 'symlink') return entry.id;
    path = await nextOf(path, entry.id, sizes, read);
    if (path === '..' || path.startsWith('../') || path.startsWith('/')) return 'outside';
  }
  return null;
}

async function nextOf(
  path: string,
  id: string,
  sizes: Map<string, number>,
  read: BlobReader,
): Promise<string> {
  const target = (sizes.get(id) ?? Infinity) <= maxTargetLength ? (await read(id)).toString() : '';
  return target.startsWith('/') ? target : posix.join(posix.dirname(path), target);
}
