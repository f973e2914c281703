import type { Host } from '../loader/host.ts';
import type { Answer, Client } from './client.ts';
import type { History } from './history.ts';
import { ProblemError } from './problem.ts';
import type { AnswerPart } from './read-stream.ts';
import type { Problem, Thread, Turn } from './types.ts';

type Parts = AsyncIterable<AnswerPart>;
export type Chat = ReturnType<typeof createChat>;

const saveEveryMs = 1_000;

/** The open conversation, with at most one unanswered question. Views subscribe to it. */
export function createChat(client: Client, history: History, emit: Host['emit']) {
  let thread = history.current() ?? newThread();
  let running: AbortController | undefined;
  let savedAt = 0;
  let rated = Promise.resolve();
  const listeners = new Set<() => void>();

  function show(changed: Thread): void {
    thread = changed;
    for (const listener of listeners) listener();
  }

  function change(id: string, changes: Partial<Turn>): void {
    const turns = thread.turns.map((turn) => (turn.id === id ? { ...turn, ...changes } : turn));
    show({ ...thread, turns });
    // A reader may follow a link at any time, so the answer so far is stored.
    if (changes.state === undefined && savedAt + saveEveryMs > Date.now()) return;
    save();
  }

  function save(): void {
    savedAt = Date.now();
    thread = { ...thread, updatedAt: savedAt };
    history.keep(thread);
  }

  async function ask(question: string, selection?: Turn['selection']): Promise<void> {
    end();
    const turn = newTurn(question, selection);
    const before = thread;
    show({ ...thread, turns: [...thread.turns, turn] });
    emit('ask', { threadId: before.id });
    await answer(turn, async (signal) => {
      const { threadId, threadKey, parts } = await send(before, turn, signal);
      const isNew = threadId !== null && threadId !== before.id;
      thread = { ...thread, id: threadId ?? thread.id, key: threadKey ?? (isNew ? null : thread.key) };
      return parts;
    });
  }

  /** Goes on with an answer that was running when the page was left. */
  function pickUp(): void {
    const left = thread.turns.find(({ state }) => state === 'asking');
    if (left) void answer(left, (signal) => client.resume(left.id, signal));
  }

  async function answer({ id }: Turn, start: (signal: AbortSignal) => Promise<Parts | null>): Promise<void> {
    const stop = new AbortController();
    const { signal } = stop;
    running = stop;
    try {
      let parts = await start(signal);
      // Phones lose connections.
      if (parts !== null && !(await isRead(id, parts, signal))) {
        parts = await client.resume(id, signal);
        if (parts === null || !(await isRead(id, parts, signal))) throw problem('broken', 'broken');
      }
      if (parts === null) return change(id, { state: 'stopped' });
      const { messageId, outcome, state } = find(id)!;
      if (state === 'stopped') return;
      change(id, { state: 'done' });
      emit('answer', { threadId: thread.id, messageId, outcome });
    } catch (error) {
      // A stopped answer is already marked as stopped.
      if (!signal.aborted) fail(id, error);
    } finally {
      if (running === stop) running = undefined;
    }
  }

  /** Whether the stream came to its end. */
  async function isRead(id: string, parts: Parts, signal: AbortSignal): Promise<boolean> {
    try {
      for await (const part of parts) apply(id, part);
      return true;
    } catch (error) {
      if (error instanceof ProblemError || signal.aborted) throw error;
      return false;
    }
  }

  /** Retries in a new thread when the server has deleted the one that this browser still stores. */
  async function send(before: Thread, turn: Turn, signal: AbortSignal): Promise<Answer> {
    try {
      return await client.ask(before, turn, signal);
    } catch (error) {
      const isGone = error instanceof ProblemError && error.problem.code === 'thread_not_found';
      if (!isGone || before.id === null) throw error;
      return client.ask({ ...before, id: null, key: null }, turn, signal);
    }
  }

  function apply(id: string, part: AnswerPart): void {
    const turn = find(id);
    if (turn === undefined) return;
    switch (part.type) {
      case 'started':
        thread = { ...thread, id: thread.id ?? part.threadId };
        // A resumed answer comes from its beginning.
        return change(id, { messageId: part.messageId, searches: [], text: '', sources: [], supports: [] });
      case 'search':
        return change(id, { searches: [...turn.searches, part.query] });
      case 'text':
        return change(id, { text: turn.text + part.delta });
      case 'source':
        return change(id, { sources: [...turn.sources, part.source] });
      case 'supports':
        return change(id, { supports: turn.supports!.concat(part.supports) });
      case 'suggestions':
        return change(id, { suggestions: part.suggestions });
      case 'finish':
        return change(id, { outcome: part.outcome ?? 'answered' });
      case 'stopped':
        // In another tab.
        return change(id, { state: 'stopped' });
      case 'error':
        throw problem('failed', 'answer_failed');
    }
  }

  function fail(id: string, error: unknown): void {
    const { problem: found } = error instanceof ProblemError ? error : problem('failed', 'internal');
    change(id, { state: 'failed', problem: found });
    emit('error', { code: found.code });
  }

  const find = (id: string) => thread.turns.find((turn) => turn.id === id);

  function end(): void {
    const asking = thread.turns.find(({ state }) => state === 'asking');
    running?.abort();
    running = undefined;
    if (!asking) return;
    client.stop(asking.id).catch(() => {});
    change(asking.id, { state: 'stopped' });
  }

  pickUp();

  return {
    thread: () => thread,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    ask,
    stop() {
      end();
      emit('stop', { threadId: thread.id });
    },
    /** Asks a question again, or an edited one; it and everything after it are replaced. */
    again(id: string, question?: string): Promise<void> {
      end();
      const at = thread.turns.findIndex((turn) => turn.id === id);
      const turn = thread.turns[at];
      if (turn === undefined) return Promise.resolve();
      show({ ...thread, turns: thread.turns.slice(0, at) });
      return ask(question ?? turn.question, turn.selection);
    },
    async rate(id: string, helpful: boolean, comment?: string): Promise<void> {
      const { messageId } = find(id)!;
      change(id, { helpful });
      emit('feedback', { messageId, helpful });
      // One after the other: a rating that comes after its comment would remove that.
      rated = rated.then(() => client.rate(messageId, helpful, comment)).catch(() => {});
      await rated;
    },
    restart() {
      end();
      history.choose(undefined);
      show(newThread());
      emit('reset', {});
    },
    /** Continues an earlier conversation. */
    resume(earlier: Thread) {
      end();
      history.choose(earlier);
      show(earlier);
      pickUp();
    },
    end,
  };
}

function problem(kind: Problem['kind'], code: string): ProblemError {
  return new ProblemError({ kind, code }, code);
}

function newThread(): Thread {
  return { id: null, key: null, fp: `web_${randomId()}`, updatedAt: Date.now(), turns: [] };
}

function newTurn(question: string, selection: Turn['selection']): Turn {
  return {
    id: randomId(),
    question,
    selection,
    state: 'asking',
    searches: [],
    text: '',
    sources: [],
    supports: [],
    suggestions: [],
    outcome: 'answered',
    messageId: '',
  };
}

/** A replacement for `crypto.randomUUID`, which exists only on secure pages. */
function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
