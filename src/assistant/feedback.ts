import { DocentError } from '../errors.ts';
import { newId } from '../lib/ids.ts';
import { maskPrivate } from '../lib/mask-private.ts';
import { setFeedback } from '../store/feedback.ts';
import type { Store } from '../store/store.ts';
import { findTurnByMessage } from '../store/turns.ts';

/**
 * Stores a reader's rating of an answer; a second rating replaces the first.
 * @throws DocentError `not_found` when the project has no such answer
 */
export async function recordFeedback(
  store: Store,
  projectId: string,
  {
    messageId,
    helpful,
    comment,
  }: { messageId: string; helpful: boolean; comment?: string | null | undefined },
): Promise<string> {
  const turn = await findTurnByMessage(store, { projectId, messageId });
  if (turn === undefined) throw new DocentError('not_found', 'There is no answer with this messageId.');
  return await setFeedback(store, {
    id: newId('fb'),
    projectId,
    messageId,
    helpful,
    comment: comment == null ? null : maskPrivate(comment),
    createdAt: await store.now(),
  });
}
