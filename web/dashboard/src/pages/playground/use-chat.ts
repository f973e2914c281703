import { useEffect, useRef, useState } from 'react';
import { request } from '../../api/request.ts';
import type { Turn } from '../../../../../src/protocol/manage/conversation-schema.ts';
import { ask, type Answerer, type Thread } from './ask.ts';
import { type Exchange, newExchange } from './exchange.ts';
import type { PointOfView } from './point-of-view.ts';

export type Chat = ReturnType<typeof useChat>;

export type Beginning = {
  /** From an earlier visit. */
  exchanges: Exchange[];
  threadId?: string | undefined;
  onThread?(threadId: string): void;
};

/**
 * One thread of questions to one answerer, at most one of them unanswered.
 * @param projectId of the project or preview that answers: its conversations are stored there
 */
export function useChat(
  projectId: string,
  answerer: Answerer,
  { exchanges: first, threadId, onThread }: Beginning,
) {
  const [exchanges, setExchanges] = useState(first);
  const thread = useRef<Thread | undefined>(threadId === undefined ? undefined : { id: threadId, key: null });
  const running = useRef<AbortController>(undefined);
  const left = useRef(new AbortController());
  useEffect(() => {
    left.current = new AbortController();
    return () => {
      left.current.abort();
      running.current?.abort();
    };
  }, []);
  const show = (changed: Exchange) =>
    setExchanges((all) =>
      all.some(({ id }) => id === changed.id)
        ? all.map((one) => (one.id === changed.id ? changed : one))
        : [...all, changed],
    );
  const showKept = (messageId: string, turn: Turn) =>
    setExchanges((all) => all.map((one) => (one.messageId === messageId ? { ...one, turn } : one)));
  return {
    exchanges,
    busy: exchanges.at(-1)?.state === 'asking',
    async ask(id: string, question: string, view: PointOfView) {
      const stop = new AbortController();
      running.current = stop;
      let latest = newExchange(id, question);
      await ask({
        answerer,
        view,
        exchange: latest,
        earlier: exchanges,
        thread: thread.current,
        signal: stop.signal,
        onThread(started) {
          thread.current = started;
          onThread?.(started.id);
        },
        onChange(changed) {
          latest = changed;
          // Late parts of an answer are ignored after a new start.
          if (running.current === stop) show(changed);
        },
      });
      const { messageId } = latest;
      if (thread.current === undefined || messageId === '') return;
      const turn = await findTurn(projectId, thread.current.id, messageId, left.current.signal);
      if (turn !== undefined) showKept(messageId, turn);
    },
    stop: () => running.current?.abort(),
    /** Starts a new thread with another answerer. */
    reset() {
      running.current?.abort();
      running.current = undefined;
      thread.current = undefined;
      setExchanges([]);
    },
    async rate(messageId: string, helpful: boolean) {
      await request('POST', `/discovery/v1/feedback/${answerer.domain}`, { messageId, helpful });
      const feedback = { helpful, comment: null, createdAt: new Date().toISOString() };
      setExchanges((all) =>
        all.map((one) =>
          one.messageId === messageId && one.turn ? { ...one, turn: { ...one.turn, feedback } } : one,
        ),
      );
    },
  };
}

/** A minute in all: a busy server takes its time. */
const tries = 30;
const pauseMs = 250;
const maxPauseMs = 2_000;

/** A stopped answer is stored a moment after its stream has ended. */
async function findTurn(
  projectId: string,
  threadId: string,
  messageId: string,
  left: AbortSignal,
): Promise<Turn | undefined> {
  for (let attempt = 1; attempt <= tries && !left.aborted; attempt++) {
    const path = `/manage/v1/projects/${projectId}/conversations/${encodeURIComponent(threadId)}`;
    const kept = await request<{ turns: Turn[] }>('GET', path).catch(() => undefined);
    const turn = kept?.turns.find((one) => one.messageId === messageId);
    if (turn !== undefined) return turn;
    await new Promise((resolve) => setTimeout(resolve, Math.min(pauseMs * attempt, maxPauseMs)));
  }
  return undefined;
}
