import { sessionSchema, openSessionSchema } from '../../protocol/manage/session-schema.ts';
import { z } from '@hono/zod-openapi';
import { listMemberships } from '../../store/members.ts';
import { deletePerson } from '../../accounts/delete-person.ts';
import { scrubDeleted } from '../../store/retention.ts';
import { consumeLimits } from '../../accounts/rate-limits.ts';
import {
  endSession,
  endSessions,
  openSessions,
  type SignedIn,
  startSession,
} from '../../accounts/session.ts';
import { changeUser, checkCredentials, newPasswordHash, normalizedEmail } from '../../accounts/sign-in.ts';
import { DocentError } from '../../errors.ts';
import { iso } from '../page-filter.ts';
import type { Deps } from '../deps.ts';
import type { Call, Note, Route } from '../route.ts';
import { sessionCookie } from '../session-cookie.ts';
import { answerOf, bodyOf, done, noContent } from './answer-of.ts';
import { nameText } from '../../protocol/manage/shared-fields.ts';
import { hasUsers, type User } from '../../store/users.ts';

/** The signed-in person and their organizations, as the API shows them. */
export async function showSession({ store, config, notify }: Deps, user: User | null) {
  const memberships = user === null ? [] : await listMemberships(store, user.id);
  return {
    user: user && {
      id: user.id,
      email: user.email,
      name: user.name,
      hasPassword: user.passwordHash !== null,
      operator: user.operator,
    },
    organizations: memberships.map(({ organization: { id, slug, name }, role }) => ({
      id,
      slug,
      name,
      role,
    })),
    needsSetup: user === null && !(await hasUsers(store)),
    oidc: config.oidc === null ? null : { name: config.oidc.name },
    mail: notify.mail !== null,
  };
}

/** Signs a person in: the session goes into the cookie, and an entry into the audit log of each organization. */
export async function openSession(
  {
    headers,
    note,
    clientIp,
    request,
  }: Pick<Call<unknown, 'anyone'>, 'headers' | 'note' | 'clientIp' | 'request'>,
  store: Deps['store'],
  user: User,
): Promise<void> {
  headers['set-cookie'] = sessionCookie(
    await startSession(store, user.id, { ip: clientIp, userAgent: request.headers['user-agent'] }),
  );
  for (const entry of await notesFor(store, user)) note(entry);
}

/** An entry in the audit log of each of a person's organizations. */
export async function notesFor(store: Deps['store'], { id, name }: User): Promise<Note[]> {
  const actor = { kind: 'user', id, name } as const;
  const memberships = await listMemberships(store, id);
  return memberships.map(({ organization }) => ({ organizationId: organization.id, actor }));
}

const readSessionAnswer = answerOf(sessionSchema, 'The session, signed in or not.');

const readSession: Route<undefined, 'anyone'> = {
  method: 'get',
  path: '/manage/v1/session',
  summary: 'Who is signed in',
  tag: 'Sign-in',
  scope: 'anyone',
  key: 'none',
  success: readSessionAnswer,
  handle: async ({ deps, admission, headers }) =>
    readSessionAnswer.json(await showSession(deps, admission.signedIn?.user ?? null), headers),
};

const credentials = z
  .object({ email: z.string().max(254), password: z.string().max(256) })
  .openapi('Credentials');

const signInAnswer = answerOf(sessionSchema, 'Signed in; the session is in the cookie.');

const signIn: Route<z.infer<typeof credentials>, 'anyone'> = {
  method: 'post',
  path: '/manage/v1/session',
  summary: 'Sign in',
  tag: 'Sign-in',
  scope: 'anyone',
  key: 'none',
  body: bodyOf(credentials),
  limit: 'sign-in',
  action: 'session.sign-in',
  success: signInAnswer,
  errors: ['wrong_credentials', 'rate_limited'],
  async handle(call) {
    const { email, password } = call.body;
    await countSignIn(call.deps, email, call.clientIp);
    const user = await checkCredentials(call.deps.store, email, password);
    await call.change((store) => openSession(call, store, user));
    return signInAnswer.json(await showSession(call.deps, user), call.headers);
  },
};

const signOut: Route<undefined, 'anyone'> = {
  method: 'delete',
  path: '/manage/v1/session',
  summary: 'Sign out',
  tag: 'Sign-in',
  scope: 'anyone',
  key: 'none',
  action: 'session.sign-out',
  success: noContent,
  async handle({ admission: { signedIn }, headers, note, change }) {
    await change(async (store) => {
      if (signedIn === null) return;
      await endSession(store, { userId: signedIn.user.id, id: signedIn.sessionId });
      for (const entry of await notesFor(store, signedIn.user)) note(entry);
    });
    headers['set-cookie'] = sessionCookie(null);
    return done(headers);
  },
};

const listSessionsAnswer = answerOf(z.object({ items: z.array(openSessionSchema) }), 'Last used first.');

const listSessionsRoute: Route<undefined, 'anyone'> = {
  method: 'get',
  path: '/manage/v1/sessions',
  summary: 'List the person’s sessions',
  tag: 'Sign-in',
  scope: 'anyone',
  key: 'none',
  success: listSessionsAnswer,
  errors: ['missing_key'],
  async handle({ deps, admission, headers }) {
    const { user, sessionId } = requireSession(admission);
    const items = (await openSessions(deps.store, user.id)).map(
      ({ id, ip, userAgent, createdAt, lastSeenAt }) => ({
        id,
        current: id === sessionId,
        ip,
        userAgent,
        createdAt: iso(createdAt),
        lastSeenAt: iso(lastSeenAt),
      }),
    );
    return listSessionsAnswer.json({ items }, headers);
  },
};

const endSessionRoute: Route<undefined, 'anyone'> = {
  method: 'delete',
  path: '/manage/v1/sessions/{sessionId}',
  summary: 'Sign out in one place',
  tag: 'Sign-in',
  scope: 'anyone',
  key: 'none',
  action: 'session.end',
  success: noContent,
  errors: ['missing_key'],
  async handle({ admission, param, headers, note, change }) {
    const { user } = requireSession(admission);
    await change(async (store) => {
      await endSession(store, { userId: user.id, id: param('sessionId') });
      for (const entry of await notesFor(store, user)) note(entry);
    });
    return done(headers);
  },
};

const signOutEverywhere: Route<undefined, 'anyone'> = {
  method: 'delete',
  path: '/manage/v1/sessions',
  summary: 'Sign out everywhere',
  tag: 'Sign-in',
  scope: 'anyone',
  key: 'none',
  action: 'session.sign-out-everywhere',
  success: noContent,
  errors: ['missing_key'],
  async handle({ admission, headers, note, change }) {
    const { user } = requireSession(admission);
    await change(async (store) => {
      await endSessions(store, user.id);
      for (const entry of await notesFor(store, user)) note(entry);
    });
    headers['set-cookie'] = sessionCookie(null);
    return done(headers);
  },
};

const userChanges = z
  .object({
    name: nameText.optional(),
    password: z.object({ current: z.string().max(256), new: z.string() }).optional(),
  })
  .openapi('UserChanges');

const changeUserAnswer = answerOf(sessionSchema, 'Changed. A new password signs all other sessions out.');

const changeUserRoute: Route<z.infer<typeof userChanges>, 'anyone'> = {
  method: 'patch',
  path: '/manage/v1/user',
  summary: 'Change one’s name or password',
  tag: 'Sign-in',
  scope: 'anyone',
  key: 'none',
  body: bodyOf(userChanges),
  limit: 'sign-in',
  action: 'user.update',
  success: changeUserAnswer,
  errors: ['missing_key', 'wrong_credentials'],
  async handle({ deps, admission, body, headers, note, change }) {
    const { user, sessionId } = requireSession(admission);
    const { name, password } = body;
    const changes = {
      ...(name !== undefined && { name }),
      ...(password && { passwordHash: await newPasswordHash(user, password.current, password.new) }),
    };
    await change(async (store) => {
      await changeUser(store, user, changes);
      if (password !== undefined) await endSessions(store, user.id, sessionId);
      const details = { ...(name && { name }), ...(password && { password: 'changed' }) };
      for (const entry of await notesFor(store, user)) note({ ...entry, details });
    });
    const changed = { ...user, ...changes };
    return changeUserAnswer.json(await showSession(deps, changed), headers);
  },
};

const deleteUserRoute: Route<undefined, 'anyone'> = {
  method: 'delete',
  path: '/manage/v1/user',
  summary: 'Delete one’s own account, for good',
  tag: 'Sign-in',
  scope: 'anyone',
  key: 'none',
  success: noContent,
  errors: ['missing_key', 'conflict'],
  async handle({ deps, admission, headers, note, change }) {
    const { user } = requireSession(admission);
    note({ organizationId: null });
    await change((store) => deletePerson(store, user.email));
    await scrubDeleted(deps.store);
    headers['set-cookie'] = sessionCookie(null);
    return done(headers);
  },
};

/**
 * Counts per account, too: a client with many addresses has few more tries.
 * @throws DocentError `rate_limited`
 */
export async function countSignIn(
  { store, config }: Deps,
  email: string,
  clientIp: string,
  limit: 'account' | 'password-reset' = 'account',
): Promise<void> {
  const account = normalizedEmail(email);
  await consumeLimits(store, limit, { admission: {}, account, clientIp, limits: config.limits });
}

/** @throws DocentError `missing_key` without a session */
export function requireSession({ signedIn }: { signedIn: SignedIn | null }): SignedIn {
  if (signedIn !== null) return signedIn;
  throw new DocentError('missing_key', 'Please sign in: this is for a signed-in person.');
}

export const sessionRoutes = [
  readSession,
  signIn,
  signOut,
  signOutEverywhere,
  listSessionsRoute,
  endSessionRoute,
  changeUserRoute,
  deleteUserRoute,
];
