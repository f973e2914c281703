import { ensureDefaultOrganization } from '../../src/accounts/manage-organizations.ts';
import { newSetupLink } from '../../src/accounts/invitation.ts';
import { startSession } from '../../src/accounts/session.ts';
import { newId } from '../../src/lib/ids.ts';
import { addMember } from '../../src/store/members.ts';
import { addUser } from '../../src/store/users.ts';
import { type SessionClient, sessionClient } from './session-client.ts';
import type { TestServer } from './server.ts';
import type { Role } from '../../src/store/people-tables.ts';

export const password = 'a long enough password';

/** Sets a server up by its link, as its first owner does. */
export async function setUp(server: TestServer): Promise<SessionClient> {
  const organization = await ensureDefaultOrganization(server.app.store);
  const token = await newSetupLink(server.app.store, organization);
  const browser = sessionClient(server);
  const accepted = await browser.send('POST', '/manage/v1/invitation/accept', {
    token,
    name: 'Olga Owner',
    email: 'olga@example.com',
    password,
  });
  if (accepted.status !== 201) throw new Error(accepted.text);
  return browser;
}

/** A signed-in person with a role, without the work of hashing a password. */
export async function signedInAs(
  server: Pick<TestServer, 'url' | 'app'>,
  organizationId: string,
  role: Role | null,
): Promise<SessionClient & { userId: string; secret: string }> {
  const { store } = server.app;
  const userId = newId('usr');
  const email = `${userId}@example.com`.toLowerCase();
  const person = { name: `A ${role ?? 'stranger'}`, passwordHash: null, subject: null };
  await addUser(store, { id: userId, email, ...person, createdAt: 1, lastSeenAt: null });
  if (role !== null) await addMember(store, { organizationId, userId, role, createdAt: 1 });
  const secret = await startSession(store, userId);
  const browser = sessionClient(server);
  const cookie = `__Host-docent=${secret}`;
  return {
    ...browser,
    userId,
    secret,
    send: (method, path, body, headers = {}) => browser.send(method, path, body, { cookie, ...headers }),
    get: (path) => browser.send('GET', path, undefined, { cookie }),
  };
}
