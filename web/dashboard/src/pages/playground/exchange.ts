import type { Citation, Turn } from '../../../../../src/protocol/manage/conversation-schema.ts';
import type { Retrieved } from './read-answer.ts';

/** A question of the playground and what came back so far. */
export type Exchange = {
  id: string;
  question: string;
  messageId: string;
  text: string;
  queries: string[];
  retrieved: Retrieved[];
  sources: Citation[];
  /** Milliseconds since the question was sent. */
  timings: { firstEventMs?: number; firstTextMs?: number; totalMs?: number };
  state: 'asking' | 'done' | 'stopped' | 'failed';
  error: string | undefined;
  /** As the server keeps it, once it does: the model, what it used, how it was judged. */
  turn?: Turn;
};

export function newExchange(id: string, question: string): Exchange {
  return {
    id,
    question,
    messageId: '',
    text: '',
    queries: [],
    retrieved: [],
    sources: [],
    timings: {},
    state: 'asking',
    error: undefined,
  };
}

/** What an earlier visit asked, as the server kept it. What was retrieved is not kept. */
export function keptExchange(turn: Turn): Exchange {
  const { id, question, messageId, answer, sources, status, reason, timings } = turn;
  const ended = reason === 'aborted' ? 'stopped' : 'failed';
  return {
    ...newExchange(id, question),
    messageId,
    text: answer,
    sources,
    timings: { firstTextMs: timings.firstTextMs ?? undefined, totalMs: timings.totalMs },
    state: status === 'failed' ? ended : 'done',
    turn,
  };
}
