import type { SearchIndex } from '../retrieval/open-index.ts';

/** An open index, and how many answers use it now. */
type Pooled = { index: SearchIndex; users: number };

/** The open indexes, one a project. One that was replaced or dropped is closed once nobody uses it. */
type IndexPool<Entry extends Pooled> = {
  get(projectId: string): Entry | undefined;
  has(projectId: string): boolean;
  entries(): [projectId: string, Entry][];
  /** Takes the place of the project's index, and closes the longest unused ones beyond the limits. */
  put(projectId: string, entry: Entry): void;
  lend(projectId: string, entry: Entry): Entry;
  release(projectId: string, entry: Entry): void;
  drop(projectId: string): void;
  close(): void;
};

/** @param max limits of what is open at once */
export function createIndexPool<Entry extends Pooled>(max: {
  files: number;
  bytes: number;
}): IndexPool<Entry> {
  /** Ordered by last use, the most recent last. */
  const open = new Map<string, Entry>();

  function closeIfUnused(projectId: string, entry: Entry): void {
    if (entry.users === 0 && open.get(projectId) !== entry) entry.index.close();
  }

  function closeLongestUnused(): void {
    let bytes = [...open.values()].reduce((sum, { index }) => sum + index.info.bytes, 0);
    for (const [projectId, entry] of open) {
      if (open.size === 1 || (open.size <= max.files && bytes <= max.bytes)) return;
      bytes -= entry.index.info.bytes;
      open.delete(projectId);
      closeIfUnused(projectId, entry);
    }
  }

  function drop(projectId: string): void {
    const before = open.get(projectId);
    open.delete(projectId);
    if (before !== undefined) closeIfUnused(projectId, before);
  }

  return {
    get: (projectId) => open.get(projectId),
    has: (projectId) => open.has(projectId),
    entries: () => [...open],
    put(projectId, entry) {
      drop(projectId);
      open.set(projectId, entry);
      closeLongestUnused();
    },
    lend(projectId, entry) {
      entry.users += 1;
      // A project that was deleted meanwhile stays out.
      if (open.delete(projectId)) open.set(projectId, entry);
      return entry;
    },
    release(projectId, entry) {
      entry.users -= 1;
      closeIfUnused(projectId, entry);
    },
    drop,
    close() {
      for (const { index } of open.values()) index.close();
      open.clear();
    },
  };
}
