import type { Store } from '../store/store.ts';
import { listTurns } from '../store/turns.ts';
import { withoutSources } from './number-sources.ts';
import { askedMessage } from './search-query.ts';
import type { Message, Question } from './question.ts';

const maxTurns = 6;

/**
 * The conversation before the question. A client that sends its history wants that one used (people edit and
 * regenerate); one that sends only the new message wants the stored thread.
 * @param by.threadId null for a thread that begins with the question
 */
export async function earlierMessages(
  store: Store,
  { projectId, threadId }: { projectId: string; threadId: string | null },
  question: Question,
): Promise<Message[]> {
  const asked = askedMessage(question.messages);
  const before = question.messages.slice(0, asked === undefined ? 0 : question.messages.indexOf(asked));
  if (before.length > 0) return before.map(asSaid);
  if (threadId === null) return [];
  const turns = await listTurns(store, { projectId, threadId, limit: maxTurns });
  return turns.flatMap((turn) => [
    { role: 'user' as const, text: turn.question, attachments: [] },
    { role: 'assistant' as const, text: withoutSources(turn.answer), attachments: [] },
  ]);
}

/** Clients send back what they were shown: suggestions, citation numbers and sources are removed. */
function asSaid(message: Message): Message {
  if (message.role !== 'assistant') return message;
  const start = message.text.lastIndexOf('\n```suggestions\n');
  const text = start < 0 ? message.text : message.text.slice(0, start).trimEnd();
  return { ...message, text: withoutSources(text) };
}
