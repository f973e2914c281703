import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Configuration, Provider } from 'oidc-provider';
import { invite } from '../../src/accounts/invitation.ts';
import { ensureDefaultOrganization } from '../../src/accounts/manage-organizations.ts';
import { startServer, type TestServer } from './server.ts';

/** What is said of some addresses, as other providers say it. */
const verified: Record<string, any> = { text: 'true', denied: 'false' };

/**
 * A real identity provider, whose own sign-in page takes any name. Its people have the address NAME@example.com.
 * @param options beyond ours
 */
function createProvider(issuer: string, callback: string, options: Configuration = {}): Provider {
  return new Provider(issuer, {
    clients: [{ client_id: 'docent', client_secret: 'secret', redirect_uris: [callback] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    cookies: { keys: ['a'] },
    findAccount: (_, id) => ({
      accountId: id,
      claims: async () => ({
        sub: id,
        email: `${id}@example.com`,
        email_verified: verified[id] ?? !id.startsWith('unverified'),
        ...(id === 'unsaid' && { email_verified: undefined }),
        name: id,
      }),
    }),
    ...options,
  });
}

export type Served = { server: TestServer; provider: Server; callback: string };

/** A server and its provider. @param more.issuerEnds what our setting has after the provider's own name of itself */
export async function serveWith(
  options?: Configuration,
  settings: Record<string, string> = {},
  { issuerEnds = '', docs }: { issuerEnds?: string; docs?: Record<string, string> } = {},
): Promise<Served> {
  let answerAsProvider: RequestListener;
  const provider = createHttpServer((request, response) => void answerAsProvider(request, response));
  provider.listen(0, '127.0.0.1');
  await once(provider, 'listening');
  const issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  const server = await startServer({
    ...(docs && { docs }),
    settings: {
      DOCENT_OIDC_ISSUER: `${issuer}${issuerEnds}`,
      DOCENT_OIDC_CLIENT_ID: 'docent',
      DOCENT_OIDC_CLIENT_SECRET: 'secret',
      DOCENT_OIDC_NAME: 'Acme',
      ...settings,
    },
  });
  const callback = `${server.url}/manage/v1/oidc/callback`;
  answerAsProvider = createProvider(issuer, callback, options).callback();
  return { server, provider, callback };
}

export async function inviteAll({ app: { store } }: TestServer, names: string[]): Promise<void> {
  const { id: organizationId } = await ensureDefaultOrganization(store);
  for (const name of names)
    await invite(store, { organizationId, email: `${name}@example.com`, role: 'admin', invitedBy: 'x' });
}

export async function end({ server, provider }: Served): Promise<void> {
  await server.close();
  provider.closeAllConnections();
  provider.close();
}
