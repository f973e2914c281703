import { toJson } from './to-json.ts';
import type { Thread } from './types.ts';

/** This browser's conversations for one project, newest first. They are stored in the site's own storage. */
export type History = {
  list(): Thread[];
  /** The conversation to continue after a reload, unless it is old. */
  current(): Thread | undefined;
  keep(thread: Thread): void;
  /** Sets the conversation to continue, or none. */
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
    while (threads.length > 1 && toJson(threads).length > maxCharacters) threads.pop();
    try {
      localStorage.setItem(name, toJson({ ...kept, threads }));
    } catch {
      // In private windows and on full disks the conversation lives as long as the page.
    }
  }

  return {
    list: () => read().threads,
    current() {
      const { current, threads } = read();
      const found = threads.find(({ fp }) => fp === current);
      return found !== undefined && found.updatedAt + currentForMs > Date.now() ? found : undefined;
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
