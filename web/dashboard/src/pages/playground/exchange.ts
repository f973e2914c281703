import type { Citation, Turn } from '../../../../../src/protocol/manage/conversation-schema.ts';
import type { Support } from '../../../../widget/src/chat/types.ts';
import type { Retrieved } from './read-answer.ts';

/** A question in the playground, and its answer so far. */
export type Exchange = {
  id: string;
  question: string;
  messageId: string;
  text: string;
  queries: string[];
  retrieved: Retrieved[];
  sources: Citation[];
  supports: Support[];
  /** Milliseconds since the question was sent. */
  timings: { firstEventMs?: number; firstTextMs?: number; totalMs?: number };
  state: 'asking' | 'done' | 'stopped' | 'failed';
  error: string | undefined;
  /** The stored turn, once there is one: its model, usage and status. */
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
    supports: [],
    timings: {},
    state: 'asking',
    error: undefined,
  };
}

/** A question of an earlier visit, from the stored turn. Retrieved sections are not stored. */
export function keptExchange(turn: Turn): Exchange {
  const { id, question, messageId, answer, sources, citations, status, reason, timings } = turn;
  const ended = reason === 'aborted' ? 'stopped' : 'failed';
  return {
    ...newExchange(id, question),
    messageId,
    text: answer,
    sources,
    supports: citations,
    timings: { firstTextMs: timings.firstTextMs ?? undefined, totalMs: timings.totalMs },
    state: status === 'failed' ? ended : 'done',
    turn,
  };
}
