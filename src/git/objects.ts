import { createHash } from 'node:crypto';
import { git } from './git.ts';

/** One file of a commit. `kind` distinguishes regular files from symlinks and submodules, which are never followed. */
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

/** Every file of a commit, by path, except names that are not UTF-8, which we could not write back unchanged. */
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

/** Every file of a tree or commit, by path, without sizes: works in a partial clone without the files. */
export async function listPaths(gitDir: string, tree: string): Promise<Omit<TreeEntry, 'size'>[]> {
  const output = await git(['ls-tree', '-r', '-z', '--full-tree', tree], {
    gitDir,
    maxOutput: 256 * 1024 * 1024,
  });
  return output
    .toString()
    .split('\0')
    .flatMap((line) => {
      const tab = line.indexOf('\t');
      const [mode = '', , id = ''] = line.slice(0, tab).split(' ');
      const kind = kinds[mode];
      return tab < 0 || kind === undefined ? [] : [{ path: line.slice(tab + 1), kind, id }];
    });
}

/** The blobs of a tree that a partial clone lacks. */
export async function missingBlobs(gitDir: string, tree: string): Promise<Set<string>> {
  const output = await git(['rev-list', '--objects', '--missing=print', tree], {
    gitDir,
    maxOutput: 256 * 1024 * 1024,
  });
  const lines = output.toString().split('\n');
  return new Set(lines.filter((line) => line.startsWith('?')).map((line) => line.slice(1)));
}

/** A tree of the given blobs alone, which a partial clone need not have. @returns its id */
export async function treeOfBlobs(gitDir: string, ids: readonly string[]): Promise<string> {
  const input = [...new Set(ids)].map((id) => `100644 blob ${id}\t${id}\0`).join('');
  return (await git(['mktree', '-z', '--missing'], { gitDir, input })).toString().trim();
}

/** Sizes in bytes of the blobs that the clone has. */
export async function blobSizes(gitDir: string, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const output = await git(['cat-file', '--batch-check=%(objectname) %(objectsize)'], {
    gitDir,
    input: ids.map((id) => `${id}\n`).join(''),
  });
  const lines = output.toString().trim().split('\n');
  return new Map(
    lines.map((line) => {
      const [id = '', size = ''] = line.split(' ');
      return [id, Number(size)];
    }),
  );
}

/** Paths that differ between two trees. A moved file counts as removed and added. */
export type PathChanges = { added: string[]; modified: string[]; removed: string[] };

/** @param folder limits the result; '' for everything */
export async function diffPaths(
  gitDir: string,
  from: string,
  to: string,
  folder: string,
): Promise<PathChanges> {
  const only = folder === '' ? [] : ['--', `:(literal)${folder}`];
  const args = ['diff-tree', '-r', '-z', '--name-status', '--no-renames', from, to, ...only];
  const words = (await git(args, { gitDir })).toString().split('\0');
  const changes: PathChanges = { added: [], modified: [], removed: [] };
  for (let at = 0; at + 1 < words.length; at += 2) {
    const kind = words[at] === 'A' ? 'added' : words[at] === 'D' ? 'removed' : 'modified';
    changes[kind].push(words[at + 1]!);
  }
  return changes;
}

/** The header fields of a commit, whose parents need not be fetched. */
export async function readCommit(
  gitDir: string,
  commit: string,
): Promise<{ tree: string; parents: string[] }> {
  const head = (await git(['cat-file', 'commit', commit], { gitDir })).toString().split('\n\n')[0]!;
  const ids = (key: string) =>
    [...head.matchAll(new RegExp(`^${key} ([0-9a-f]+)$`, 'gm'))].map(([, id]) => id!);
  return { tree: ids('tree')[0]!, parents: ids('parent') };
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

/** A unified diff between two commits, without running any program that the repository configures. */
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

/** The git blob id of a file's content. */
export function blobId(content: Uint8Array): string {
  return createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex');
}
