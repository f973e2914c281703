import { DocentError } from '../errors.ts';
import { DiskFull } from '../store/disk-full.ts';
import { newId } from '../lib/ids.ts';
import { hashSecret, isSecretOf } from '../lib/secrets.ts';
import type { Store } from '../store/store.ts';
import { addThread, findThread, type NewThread, type Thread } from '../store/threads.ts';

type JoinRequest = {
  projectId: string;
  /** Null starts a new thread. */
  threadId: string | null;
  threadKey: string | null;
  fp: string;
  /** The subject of the reader token; null without one. */
  reader?: string | null;
  /** Whether the project requires the key for existing threads. */
  requireKey: boolean;
};

/** `threadKey` is the thread's secret: returned for a new thread only, stored hashed, and never readable again. */
type JoinedThread = { threadId: string; threadKey: string | null };

/** The id travels in a header and in logs, so it is ASCII from space to tilde. */
const printable = /^[\u0020-\u007e]{1,128}$/;

const ofChannel = /^(?:slack|discord|github|webhook):/;

/**
 * Joins the thread of a question, or starts it: an id that the project does not know starts a thread under that id,
 * so that clients may choose their own.
 * @throws DocentError `thread_not_found`, the same for a wrong key, a key of an unknown thread, and an existing
 *   thread of somebody else; `invalid_request` for an invalid id
 */
export async function joinThread(store: Store, request: JoinRequest): Promise<JoinedThread> {
  const { projectId, threadId, threadKey } = request;
  if (threadId !== null && !printable.test(threadId)) {
    const message = 'A threadId is 1 to 128 printable ASCII characters.';
    throw new DocentError('invalid_request', message, { details: [{ path: 'threadId', message }] });
  }
  // The conversation of a place in a channel belongs to that place, and nobody else begins it under its name.
  if (threadId !== null && ofChannel.test(threadId) && request.reader !== threadId) throw notFound();
  const known = threadId === null ? undefined : await findThread(store, { projectId, threadId });
  if (known) return joinKnown(known, request);
  if (threadKey !== null) throw notFound();
  return startThread(store, request);
}

function joinKnown(thread: Thread, request: JoinRequest): JoinedThread {
  const { threadKey, fp, reader = null, requireKey } = request;
  // A thread with a reader belongs to that reader, whoever has learned its key.
  if (thread.reader !== null && thread.reader !== reader) throw notFound();
  const isKnown = reader !== null && thread.reader === reader;
  const byName = !requireKey && thread.fp === fp && !isGuessable(thread);
  const allowed = threadKey === null ? isKnown || byName : isSecretOf(threadKey, thread.keyHash);
  if (!allowed) throw notFound();
  return { threadId: thread.id, threadKey: null };
}

/** Many users share the `anonymous` fp, so a client-chosen id would be the only thing for a stranger to guess. */
function isGuessable({ id, fp }: Thread): boolean {
  return fp === 'anonymous' && !/^thr_[0-9A-Za-z]{22}$/.test(id);
}

async function startThread(store: Store, request: JoinRequest): Promise<JoinedThread> {
  const { threadId, threadKey, thread } = newThread(request);
  const added = await addThread(store, thread).catch((error: unknown) => {
    // The question is answered, but nothing of it is stored.
    if (error instanceof DiskFull) return true;
    throw error;
  });
  // Another request has just started a thread under this id, so now it exists.
  return added ? { threadId, threadKey } : joinThread(store, request);
}

/** A new thread with a generated or the requested id; writes nothing. */
export function newThread(
  request: Pick<JoinRequest, 'projectId' | 'threadId' | 'fp' | 'reader'>,
): JoinedThread & { thread: NewThread } {
  const threadId = request.threadId ?? newId('thr');
  const threadKey = newId('thk');
  const { projectId, fp, reader = null } = request;
  const thread = { projectId, id: threadId, keyHash: hashSecret(threadKey), fp, reader };
  return { threadId, threadKey, thread };
}

function notFound(): DocentError {
  return new DocentError('thread_not_found', 'There is no such thread. Send no threadId to start a new one.');
}
