import { listTree, readBlobs, type TreeEntry } from '../git/objects.ts';

/** Bytes. Larger files are generated, so the agent does not edit them. */
export const maxFileBytes = 512 * 1024;

/** Characters of a job's files kept in memory; other files are read from git again, which takes about 100 ms. */
const maxKept = 2_000_000;

/** The files of one commit, read from git's object store. There is no checkout. */
export type BaseFiles = {
  entries: ReadonlyMap<string, TreeEntry>;
  /**
   * Texts by path, without symlinks, binary files, files that are not UTF-8, files that are too large and the pointers that
   * Git LFS keeps in place of files.
   */
  read(paths: readonly string[]): Promise<Map<string, string>>;
};

export async function openBaseFiles(gitDir: string, commit: string): Promise<BaseFiles> {
  const entries = await listTree(gitDir, commit);
  const kept = new Map<string, string | null>();
  let room = maxKept;
  return {
    entries,
    async read(paths) {
      const wanted = paths.filter((path) => !kept.has(path) && mayBeText(entries.get(path)));
      const idOf = (path: string) => entries.get(path)!.id;
      const blobs = await readBlobs(gitDir, [...new Set(wanted.map(idOf))]);
      const found = new Map<string, string>();
      for (const path of paths) {
        const text = kept.has(path) ? kept.get(path)! : decode(blobs.get(entries.get(path)?.id ?? ''));
        if (text !== null) found.set(path, text);
        const size = text?.length ?? 0;
        if (kept.has(path) || size > room) continue;
        kept.set(path, text);
        room -= size;
      }
      return found;
    },
  };
}

function mayBeText(entry: TreeEntry | undefined): boolean {
  return (
    entry !== undefined &&
    (entry.kind === 'file' || entry.kind === 'executable') &&
    entry.size <= maxFileBytes
  );
}

/** https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md */
const lfsPointer = 'version https://git-lfs.github.com/spec/';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decode(bytes: Uint8Array | undefined): string | null {
  if (bytes === undefined || bytes.includes(0)) return null;
  try {
    const text = utf8.decode(bytes);
    return text.startsWith(lfsPointer) ? null : text;
  } catch {
    return null;
  }
}
