import { listTree, readBlobs, type TreeEntry } from '../git/objects.ts';

/** Bytes. A larger file is not written by hand, so neither is it by the agent. */
export const largestFile = 512 * 1024;

/** The files of one commit, read from git's object store. There is no checkout. */
export type BaseFiles = {
  entries: ReadonlyMap<string, TreeEntry>;
  /** Texts by path; what is a link, binary, not UTF-8 or too large is left out. */
  read(paths: readonly string[]): Promise<Map<string, string>>;
};

export async function openBaseFiles(gitDir: string, commit: string): Promise<BaseFiles> {
  const entries = await listTree(gitDir, commit);
  const texts = new Map<string, string | null>();
  return {
    entries,
    async read(paths) {
      const wanted = paths.filter((path) => !texts.has(path) && mayBeText(entries.get(path)));
      const idOf = (path: string) => entries.get(path)!.id;
      const blobs = await readBlobs(gitDir, [...new Set(wanted.map(idOf))]);
      for (const path of wanted) texts.set(path, decode(blobs.get(idOf(path))));
      const found = new Map<string, string>();
      for (const path of paths) {
        const text = texts.get(path);
        if (text != null) found.set(path, text);
      }
      return found;
    },
  };
}

function mayBeText(entry: TreeEntry | undefined): boolean {
  return (
    entry !== undefined && (entry.kind === 'file' || entry.kind === 'executable') && entry.size <= largestFile
  );
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decode(bytes: Uint8Array | undefined): string | null {
  if (bytes === undefined || bytes.includes(0)) return null;
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}
