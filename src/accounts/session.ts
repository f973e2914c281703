import { DocentError } from '../errors.ts';
import { newId, randomBase62 } from '../lib/ids.ts';
import { hashSecret, isSecretOf } from '../lib/secrets.ts';
import {
  addSession,
  deleteSession,
  deleteSessions,
  deleteStaleSessions,
  findSession,
  listSessions,
  type SessionRecord,
  recordSessionUse,
} from '../store/sessions.ts';
import { unlessFull } from '../store/disk-full.ts';
import type { Store } from '../store/store.ts';
import type { User } from '../store/users.ts';

const dayMs = 86_400_000;
const idleMs = 30 * dayMs;
const maxMs = 90 * dayMs;
/** Precision of `lastSeenAt`. */
const seenExactMs = 60_000;
const maxUserAgentLength = 300;

/** The signed-in person and their session. */
export type SignedIn = { sessionId: string; user: User };

/** Creates a session. @returns its secret, for the cookie */
export async function startSession(
  store: Store,
  userId: string,
  from: { ip?: string; userAgent?: string | undefined } = {},
): Promise<string> {
  const secret = `ses_${randomBase62(32)}`;
  const now = await store.now();
  await deleteStaleSessions(store, now - idleMs);
  await addSession(store, {
    id: newId('ses'),
    hash: hashSecret(secret),
    userId,
    createdAt: now,
    lastSeenAt: now,
    ip: from.ip ?? null,
    userAgent: from.userAgent?.slice(0, maxUserAgentLength) ?? null,
  });
  return secret;
}

/** The person and session of a secret; null when it is unknown or expired. */
export async function findSignedIn(store: Store, secret: string | undefined): Promise<SignedIn | null> {
  if (secret === undefined || !/^ses_[0-9A-Za-z]{32}$/.test(secret)) return null;
  const found = await findSession(store, hashSecret(secret));
  if (found === undefined || !isSecretOf(secret, found.session.hash)) return null;
  const { session, user } = found;
  const now = Date.now();
  if (session.lastSeenAt + idleMs < now || session.createdAt + maxMs < now) return null;
  if (session.lastSeenAt + seenExactMs < now) await unlessFull(recordSessionUse(store, session, now));
  return { sessionId: session.id, user };
}

/** A person's sessions, the most recently used first. */
export async function openSessions(store: Store, userId: string): Promise<SessionRecord[]> {
  const now = await store.now();
  const sessions = await listSessions(store, userId, now - idleMs);
  return sessions.filter(({ createdAt }) => createdAt + maxMs >= now);
}

/** Ends one session of a person. @throws DocentError `not_found` */
export async function endSession(store: Store, by: { userId: string; id: string }): Promise<void> {
  if (await deleteSession(store, by)) return;
  throw new DocentError('not_found', 'You have no session with this id.');
}

/** Ends all sessions of a person, or all but one. */
export async function endSessions(store: Store, userId: string, exceptId?: string): Promise<void> {
  await deleteSessions(store, userId, exceptId);
}
