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
import type { Call, Note } from '../route.ts';
import { sessionCookie } from '../session-cookie.ts';
import { answerOf, bodyOf, route } from '../json-route.ts';
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

const shared = { tag: 'Sign-in', scope: 'anyone', key: 'none' } as const;

const readSession = route({
  ...shared,
  method: 'get',
  path: '/manage/v1/session',
  summary: 'Who is signed in',
  success: answerOf(sessionSchema, 'The session, signed in or not.'),
  handle: ({ deps, admission }) => showSession(deps, admission.signedIn?.user ?? null),
});

const credentials = z
  .object({ email: z.string().max(254), password: z.string().max(256) })
  .openapi('Credentials');

const signIn = route({
  ...shared,
  method: 'post',
  path: '/manage/v1/session',
  summary: 'Sign in',
  body: bodyOf(credentials),
  limit: 'sign-in',
  action: 'session.sign-in',
  success: answerOf(sessionSchema, 'Signed in; the session is in the cookie.'),
  errors: ['wrong_credentials', 'rate_limited'],
  async handle(call) {
    const { email, password } = call.body;
    await countSignIn(call.deps, email, call.clientIp);
    const user = await checkCredentials(call.deps.store, email, password);
    await call.change((store) => openSession(call, store, user));
    return showSession(call.deps, user);
  },
});

const signOut = route({
  ...shared,
  method: 'delete',
  path: '/manage/v1/session',
  summary: 'Sign out',
  action: 'session.sign-out',
  async handle({ admission: { signedIn }, headers, note, change }) {
    await change(async (store) => {
      if (signedIn === null) return;
      await endSession(store, { userId: signedIn.user.id, id: signedIn.sessionId });
      for (const entry of await notesFor(store, signedIn.user)) note(entry);
    });
    headers['set-cookie'] = sessionCookie(null);
  },
});

const listSessionsRoute = route({
  ...shared,
  method: 'get',
  path: '/manage/v1/sessions',
  summary: 'List the person’s sessions',
  success: answerOf(z.object({ items: z.array(openSessionSchema) }), 'Last used first.'),
  errors: ['missing_key'],
  async handle({ deps, admission }) {
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
    return { items };
  },
});

const endSessionRoute = route({
  ...shared,
  method: 'delete',
  path: '/manage/v1/sessions/{sessionId}',
  summary: 'Sign out in one place',
  action: 'session.end',
  errors: ['missing_key'],
  async handle({ admission, param, note, change }) {
    const { user } = requireSession(admission);
    await change(async (store) => {
      await endSession(store, { userId: user.id, id: param('sessionId') });
      for (const entry of await notesFor(store, user)) note(entry);
    });
  },
});

const signOutEverywhere = route({
  ...shared,
  method: 'delete',
  path: '/manage/v1/sessions',
  summary: 'Sign out everywhere',
  action: 'session.sign-out-everywhere',
  errors: ['missing_key'],
  async handle({ admission, headers, note, change }) {
    const { user } = requireSession(admission);
    await change(async (store) => {
      await endSessions(store, user.id);
      for (const entry of await notesFor(store, user)) note(entry);
    });
    headers['set-cookie'] = sessionCookie(null);
  },
});

const userChanges = z
  .object({
    name: nameText.optional(),
    password: z.object({ current: z.string().max(256), new: z.string() }).optional(),
  })
  .openapi('UserChanges');

const changeUserRoute = route({
  ...shared,
  method: 'patch',
  path: '/manage/v1/user',
  summary: 'Change one’s name or password',
  body: bodyOf(userChanges),
  limit: 'sign-in',
  action: 'user.update',
  success: answerOf(sessionSchema, 'Changed. A new password signs all other sessions out.'),
  errors: ['missing_key', 'wrong_credentials'],
  async handle({ deps, admission, body, note, change }) {
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
    return showSession(deps, changed);
  },
});

const deleteUserRoute = route({
  ...shared,
  method: 'delete',
  path: '/manage/v1/user',
  summary: 'Delete one’s own account, for good',
  errors: ['missing_key', 'conflict'],
  async handle({ deps, admission, headers, note, change }) {
    const { user } = requireSession(admission);
    note({ organizationId: null });
    await change((store) => deletePerson(store, user.email));
    await scrubDeleted(deps.store);
    headers['set-cookie'] = sessionCookie(null);
  },
});

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
