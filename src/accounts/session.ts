import { newId, randomBase62 } from '../lib/ids.ts';
import { hashSecret, isSecretOf } from '../lib/secrets.ts';
import {
  addSession,
  deleteSession,
  deleteSessions,
  deleteStaleSessions,
  findSession,
  recordSessionUse,
} from '../store/sessions.ts';
import type { Store } from '../store/store.ts';
import type { User } from '../store/users.ts';

export type { User } from '../store/users.ts';

const dayMs = 86_400_000;
const idleMs = 30 * dayMs;
const maxMs = 90 * dayMs;
/** How exact `lastSeenAt` is. */
const seenExactMs = 60_000;

/** Who is signed in, by which session. */
export type SignedIn = { sessionId: string; user: User };

/** Signs a person in. @returns the session's secret, for the cookie */
export async function startSession(store: Store, userId: string): Promise<string> {
  const secret = `ses_${randomBase62(32)}`;
  const now = await store.now();
  await deleteStaleSessions(store, now - idleMs);
  await addSession(store, {
    id: newId('ses'),
    hash: hashSecret(secret),
    userId,
    createdAt: now,
    lastSeenAt: now,
  });
  return secret;
}

/** Who the secret of a session belongs to; null when it is none, or over. */
export async function findSignedIn(store: Store, secret: string | undefined): Promise<SignedIn | null> {
  if (secret === undefined || !/^ses_[0-9A-Za-z]{32}$/.test(secret)) return null;
  const found = await findSession(store, hashSecret(secret));
  if (found === undefined || !isSecretOf(secret, found.session.hash)) return null;
  const { session, user } = found;
  const now = Date.now();
  if (session.lastSeenAt + idleMs < now || session.createdAt + maxMs < now) return null;
  if (session.lastSeenAt + seenExactMs < now) await recordSessionUse(store, session, now);
  return { sessionId: session.id, user };
}

export async function endSession(store: Store, sessionId: string): Promise<void> {
  await deleteSession(store, sessionId);
}

/** Signs a person out everywhere, or everywhere else. */
export async function endSessions(store: Store, userId: string, exceptId?: string): Promise<void> {
  await deleteSessions(store, userId, exceptId);
}
