import { DocentError } from '../errors.ts';
import { type Conversation, findConversation } from '../store/conversations.ts';
import { type Feedback, listThreadFeedback } from '../store/feedback.ts';
import { listTurns, type Turn } from '../store/turns.ts';
import type { Store } from '../store/store.ts';

type By = { projectId: string; threadId: string };

const maxTurns = 200;

/** The words of a conversation search, without the characters that are syntax in a query language. */
export function searchWords(text: string): string[] {
  return (text.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).slice(0, 10);
}

/**
 * A conversation with its last turns, oldest first, and their feedback.
 * @throws DocentError `not_found`
 */
export async function readConversation(
  store: Store,
  by: By,
): Promise<{ conversation: Conversation; turns: (Turn & { feedback: Feedback | null })[] }> {
  const conversation = await findConversation(store, by);
  if (conversation === undefined)
    throw new DocentError('not_found', 'There is no conversation with this id.');
  const turns = await listTurns(store, { ...by, limit: maxTurns });
  const feedback = new Map((await listThreadFeedback(store, by)).map((entry) => [entry.messageId, entry]));
  return {
    conversation,
    turns: turns.map((turn) => ({ ...turn, feedback: feedback.get(turn.messageId) ?? null })),
  };
}
