import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '../lib/log.ts';
import { newId } from '../lib/ids.ts';
import { waitAtMost } from '../lib/wait-at-most.ts';
import { DiskFull } from '../store/disk-full.ts';
import { interruption } from './interruption.ts';
import {
  addKeptAnswer,
  beatKeptAnswers,
  endKeptAnswer,
  findKeptAnswer,
  listStopped,
  markKeptAnswerRead,
  readKeptAnswer,
  saveKeptChunks,
  stopKeptAnswers,
} from '../store/kept-answers.ts';
import type { Store } from '../store/store.ts';

const saveEveryMs = 200;
const beatEveryMs = 1_000;
const maxMs = 10 * 60_000;
const maxBytes = 2_000_000;
/** Reads in a row that the database may refuse before a stream ends. */
const maxFaults = 10;
/** What a refused read says. */
const nothingNew = { state: 'running', texts: [] } as const;
/** How long a new answer waits for the end of the one before. */
const patienceMs = 2_000;
const chunksAtOnce = 64;

/** A running answer that goes on when its client leaves. */
type KeptAnswer = {
  /** Whole events of its stream. */
  add(text: string): void;
  /** @param isRead whether all of it was sent to a client that was there */
  end(isRead: boolean): Promise<void>;
};

export type KeptAnswers = {
  /**
   * Ends the chat's running answer, on any server, and registers a new one.
   * @param stop aborted when somebody stops the answer, and at its limits of time and size
   */
  begin(chat: string, stop: AbortController): Promise<KeptAnswer>;
  /**
   * The answer of a chat that runs, or that has just ended unread, from its first chunk on; or null. It ends with whether
   * its server has died.
   * @param isUnread the client knows that it has not got the end, whatever was sent
   */
  follow(chat: string, isUnread: boolean): Promise<AsyncGenerator<string, { lost: boolean }> | null>;
  /** Stops the chat's running answer, on any server. */
  stop(chat: string): Promise<void>;
  /** Stops all answers of this process and waits for their ends. */
  close(): Promise<void>;
};

type Running = {
  chat: string;
  abort: AbortController;
  /** Text of the present interval, and chunks that are not stored yet. */
  text: string;
  chunks: { answerId: string; nth: number; text: string }[];
  next: number;
  bytes: number;
  ended: PromiseWithResolvers<void>;
};

/**
 * Keeps what resumable answers send in the database, where every server finds it: all of a server's in one write at
 * each interval, so that its memory holds no more than the text of one.
 */
export function createKeptAnswers(store: Store, log: Log): KeptAnswers {
  const server = newId('srv');
  const running = new Map<string, Running>();
  /** Each until its reader has the end, or has left. */
  const following = new Set<Promise<void>>();
  let isClosing = false;
  let timer: NodeJS.Timeout | undefined;
  let saving: Promise<void> | undefined;
  let beatAt = 0;

  /** Takes the chunks that are to be stored; they leave the answer once they are. */
  function unsaved(id: string, answer: Running): Running['chunks'] {
    if (answer.text !== '') answer.chunks.push({ answerId: id, nth: answer.next++, text: answer.text });
    answer.text = '';
    return answer.chunks;
  }

  async function save(): Promise<void> {
    const chunks = [...running].flatMap(([id, answer]) => unsaved(id, answer));
    const saved = new Set(chunks);
    await saveKeptChunks(store, chunks);
    for (const answer of running.values()) answer.chunks = answer.chunks.filter((chunk) => !saved.has(chunk));
    if (performance.now() - beatAt > beatEveryMs) {
      beatAt = performance.now();
      // One whose end could not be stored is lost.
      await beatKeptAnswers(store, [...running.keys()]);
    }
    for (const id of await listStopped(store, server)) running.get(id)?.abort.abort();
  }

  function saveRegularly(): void {
    timer ??= setInterval(() => {
      saving ??= save()
        .catch((error: unknown) => log.warn({ error }, 'resumable answers could not be stored'))
        .finally(() => (saving = undefined));
    }, saveEveryMs).unref();
  }

  async function end(id: string, answer: Running, isRead: boolean): Promise<void> {
    await saving;
    try {
      await endKeptAnswer(store, { id, chunks: unsaved(id, answer), isRead });
    } catch (error) {
      log.warn({ error }, 'the end of a resumable answer could not be stored');
    }
    running.delete(id);
    answer.ended.resolve();
    if (running.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  /** Until answers that are being stopped have ended, or their server is dead or slow. */
  async function untilEnded(ids: readonly string[]): Promise<void> {
    const until = performance.now() + patienceMs;
    for (const id of ids) {
      const own = running.get(id);
      own?.abort.abort();
      while (performance.now() < until) {
        if (own !== undefined) await waitAtMost(patienceMs, own.ended.promise);
        const { state } = await readKeptAnswer(store, { id, from: 0, limit: 1 });
        if (state !== 'running') break;
        await wait(saveEveryMs);
      }
    }
  }

  async function* texts(id: string): AsyncGenerator<string, { lost: boolean }> {
    const ended = Promise.withResolvers<void>();
    following.add(ended.promise);
    try {
      for (let from = 0, faults = 0; ;) {
        const reading = readKeptAnswer(store, { id, from, limit: chunksAtOnce });
        const { state, texts } = await reading.then(
          (read) => {
            faults = 0;
            return read;
          },
          (error: unknown) => {
            if (++faults > maxFaults) throw error;
            return nothingNew;
          },
        );
        from += texts.length;
        yield* texts;
        if (texts.length === chunksAtOnce) continue;
        if (state !== 'running') {
          await markKeptAnswerRead(store, id);
          return { lost: state === 'lost' };
        }
        if (isClosing) return { lost: true };
        // Nothing of a reader who has left is noticed but at an event.
        yield '';
        await wait(saveEveryMs);
      }
    } finally {
      following.delete(ended.promise);
      ended.resolve();
    }
  }

  return {
    async begin(chat, stop) {
      const id = newId('kept');
      const answer: Running = {
        chat,
        abort: stop,
        text: '',
        chunks: [],
        next: 0,
        bytes: 0,
        ended: Promise.withResolvers(),
      };
      const earlier = await addKeptAnswer(store, { id, chat, server }).catch((error: unknown) => {
        // The question is answered, but nothing of it is kept.
        if (error instanceof DiskFull) return [];
        throw error;
      });
      running.set(id, answer);
      saveRegularly();
      await untilEnded(earlier).catch((error: unknown) =>
        log.warn({ error }, 'nobody knows whether earlier answers of a chat have ended'),
      );
      const tooLong = setTimeout(() => answer.abort.abort(), maxMs).unref();
      return {
        add(text) {
          answer.bytes += Buffer.byteLength(text);
          // Beyond it, only the end of the stream comes.
          if (answer.bytes > maxBytes) answer.abort.abort();
          answer.text += text;
        },
        end(isRead) {
          clearTimeout(tooLong);
          return end(id, answer, isRead);
        },
      };
    },
    async follow(chat, isUnread) {
      const id = await findKeptAnswer(store, chat, isUnread);
      return id === null ? null : texts(id);
    },
    async stop(chat) {
      // Those of this server end also while the database refuses.
      for (const answer of running.values()) if (answer.chat === chat) answer.abort.abort();
      await stopKeptAnswers(store, chat);
    },
    async close() {
      for (const { abort } of running.values()) abort.abort(interruption);
      await Promise.all([...running.values()].map(({ ended }) => ended.promise));
      isClosing = true;
      await waitAtMost(patienceMs, Promise.all(following));
    },
  };
}
