import { createHash } from 'node:crypto';
import { git } from './git.ts';

/** One file of a commit. `kind` tells plain files from symlinks and submodules, which are never followed. */
export type TreeEntry = {
  path: string;
  kind: 'file' | 'executable' | 'symlink' | 'submodule';
  id: string;
  size: number;
};

const kinds: Record<string, TreeEntry['kind']> = {
  '100644': 'file',
  '100664': 'file',
  '100755': 'executable',
  '120000': 'symlink',
  '160000': 'submodule',
};

/** Every file of a commit, by path. Names that are not UTF-8 are left out: nothing of ours can write them back unharmed. */
export async function listTree(
  gitDir: string,
  commit: string,
  env?: Record<string, string>,
): Promise<Map<string, TreeEntry>> {
  const output = await git(['ls-tree', '-r', '-z', '-l', '--full-tree', commit], {
    gitDir,
    maxOutput: 256 * 1024 * 1024,
    env,
  });
  const entries = new Map<string, TreeEntry>();
  for (const line of output.toString().split('\0')) {
    const tab = line.indexOf('\t');
    if (tab < 0) continue;
    const [mode = '', , id = '', size = ''] = line.slice(0, tab).split(/ +/);
    const path = line.slice(tab + 1);
    const kind = kinds[mode];
    if (kind === undefined || path.includes('\uFFFD')) continue;
    entries.set(path, { path, kind, id, size: size === '-' ? 0 : Number(size) });
  }
  return entries;
}

/** The contents of blobs, read from the object store: no checkout, no filters, no text conversion. */
export async function readBlobs(
  gitDir: string,
  ids: readonly string[],
  env?: Record<string, string>,
): Promise<Map<string, Buffer>> {
  const blobs = new Map<string, Buffer>();
  if (ids.length === 0) return blobs;
  const output = await git(['cat-file', '--batch'], {
    gitDir,
    input: ids.map((id) => `${id}\n`).join(''),
    maxOutput: 512 * 1024 * 1024,
    env,
  });
  for (let at = 0; at < output.length;) {
    const lineEnd = output.indexOf(0x0a, at);
    const [id = '', type, size] = output.subarray(at, lineEnd).toString().split(' ');
    at = lineEnd + 1;
    if (type !== 'blob') continue;
    blobs.set(id, output.subarray(at, at + Number(size)));
    at += Number(size) + 1;
  }
  return blobs;
}

/** A unified diff between two commits, without running anything that the repository names. */
export async function diffCommits(gitDir: string, from: string, to: string): Promise<string> {
  const output = await git(
    [
      'diff-tree',
      '-r',
      '-p',
      '--no-color',
      '--no-ext-diff',
      '--no-textconv',
      '--no-renames',
      '--full-index',
      from,
      to,
    ],
    { gitDir },
  );
  return output.toString();
}

/** The id that git gives to a file's content. */
export function blobId(content: Uint8Array): string {
  return createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex');
}
