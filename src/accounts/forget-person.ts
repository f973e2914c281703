import { DocentError } from '../errors.ts';
import { deleteThreadsOf, eraseThread } from '../store/retention.ts';
import type { Store } from '../store/store.ts';

/**
 * Deletes conversations with everything that belongs to them: one thread, or every thread that an `fp` wrote in. Call
 * `scrubDeleted` after the transaction, so that no copy of the text stays in the database file.
 * @returns how many threads were deleted
 * @throws DocentError `not_found` when the project has no such thread
 */
export async function forget(
  store: Store,
  projectId: string,
  whose: { threadId: string } | { fp: string },
): Promise<number> {
  if ('fp' in whose) return (await deleteThreadsOf(store, { projectId, fp: whose.fp })).threads;
  if (await eraseThread(store, { projectId, threadId: whose.threadId })) return 1;
  throw new DocentError('not_found', 'The project has no such thread.');
}
