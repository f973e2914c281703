import type { Thread } from './types.ts';

/** The conversations of this browser for one project, newest first. Nothing of them is on any other server's page. */
export type History = {
  list(): Thread[];
  /** The conversation to go on with after a reload, if it is not an old one. */
  current(): Thread | undefined;
  keep(thread: Thread): void;
  /** Goes on with none, or with this one. */
  choose(thread: Thread | undefined): void;
  remove(thread: Thread): void;
  clear(): void;
};

type Kept = { current: string | null; threads: Thread[] };

const maxThreads = 20;
const maxCharacters = 500_000;
const currentForMs = 24 * 3_600_000;

export function openHistory(domain: string): History {
  const name = `docent:${domain}:threads`;

  function read(): Kept {
    try {
      const kept = JSON.parse(localStorage.getItem(name) ?? '') as Kept;
      return Array.isArray(kept.threads) ? kept : empty();
    } catch {
      return empty();
    }
  }

  function write(kept: Kept): void {
    const threads = kept.threads.slice(0, maxThreads);
    while (threads.length > 1 && JSON.stringify(threads).length > maxCharacters) threads.pop();
    try {
      localStorage.setItem(name, JSON.stringify({ ...kept, threads }));
    } catch {
      // Private windows and full disks: the conversation lives as long as the page.
    }
  }

  return {
    list: () => read().threads,
    current() {
      const { current, threads } = read();
      const found = threads.find(({ fp }) => fp === current);
      if (found === undefined || found.updatedAt + currentForMs < Date.now()) return undefined;
      // What was being answered when the page was left did not come to its end.
      const turns = found.turns.map((turn) =>
        turn.state === 'asking' ? { ...turn, state: 'stopped' as const } : turn,
      );
      return { ...found, turns };
    },
    keep(thread) {
      const others = read().threads.filter(({ fp }) => fp !== thread.fp);
      write({ current: thread.fp, threads: [thread, ...others] });
    },
    choose: (thread) => write({ ...read(), current: thread?.fp ?? null }),
    remove({ fp }) {
      const { current, threads } = read();
      write({
        current: current === fp ? null : current,
        threads: threads.filter((thread) => thread.fp !== fp),
      });
    },
    clear: () => write(empty()),
  };
}

const empty = (): Kept => ({ current: null, threads: [] });
