import assert from 'node:assert/strict';
import type { Server } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { invite } from '../../src/accounts/invitation.ts';
import { ensureDefaultOrganization } from '../../src/accounts/manage-organizations.ts';
import { end, inviteAll, serveWith } from '../helpers/identity-provider.ts';
import type { TestServer } from '../helpers/server.ts';
import { sessionClient } from '../helpers/session-client.ts';

/** Follows redirects and fills in the provider's pages, as a person's browser does. @returns the last answer of ours */
async function walk(
  start: string,
  login: string,
  ours: string,
): Promise<{ answer: Response; jar: Map<string, string> }> {
  const jar = new Map<string, string>();
  let url = start;
  let form: URLSearchParams | null = null;
  for (let step = 0; step < 20; step++) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const body: { method?: string; body?: URLSearchParams } =
      form === null ? {} : { method: 'POST', body: form };
    const answer: Response = await fetch(url, { redirect: 'manual', headers: { cookie }, ...body });
    for (const set of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!;
      jar.set(name!, value!);
    }
    form = null;
    const location = answer.headers.get('location');
    if (location !== null) {
      const next: URL = new URL(location, url);
      if (url.startsWith(`${ours}/manage/v1/oidc/callback`)) return { answer, jar };
      url = next.href;
      continue;
    }
    const page = await answer.text();
    const [, action] = /action="([^"]+)"/.exec(page) ?? [];
    const [, prompt] = /name="prompt" value="(\w+)"/.exec(page) ?? [];
    if (action === undefined || prompt === undefined)
      throw new Error(`${answer.status} ${page.slice(0, 500)}`);
    url = new URL(action, url).href;
    form = new URLSearchParams({ prompt, login, password: 'any' });
  }
  throw new Error('The sign-in never ended.');
}

/** @returns where each of them ends */
async function signIn({ url }: TestServer, names: string[]): Promise<(string | null)[]> {
  const ends = [];
  for (const name of names)
    ends.push((await walk(`${url}/manage/v1/oidc/start`, name, url)).answer.headers.get('location'));
  return ends;
}

const out = '/sign-in?error=wrong_credentials';

describe('providers of other kinds', () => {
  test('one that takes its secret in one way only, and tells addresses at userinfo only', async (t) => {
    const served = await serveWith({
      conformIdTokenClaims: true,
      clientAuthMethods: ['client_secret_basic'],
    });
    t.after(() => end(served));
    const names = ['anna', 'text', 'unsaid', 'denied', 'unverified'];
    await inviteAll(served.server, names);
    assert.deepEqual(await signIn(served.server, names), ['/', '/', '/', out, out]);
  });

  test('one that does not say what is verified is not trusted where the operator says so', async (t) => {
    const served = await serveWith({}, { DOCENT_OIDC_TRUST_EMAILS: 'off' });
    t.after(() => end(served));
    await inviteAll(served.server, ['anna', 'text', 'unsaid']);
    assert.deepEqual(await signIn(served.server, ['anna', 'text', 'unsaid']), ['/', '/', out]);
  });

  test('one whose name differs by a slash from the setting is told from one that is not there', async (t) => {
    const served = await serveWith({}, {}, { issuerEnds: '/realm/' });
    t.after(() => end(served));
    const start = async () => {
      const answer = await fetch(`${served.server.url}/manage/v1/oidc/start`, { redirect: 'manual' });
      return [answer.status, ((await answer.json()) as { message: string }).message] as const;
    };
    assert.match((await start()).join(' '), /^503 There is no identity provider at .*\/realm\/:/);
    served.provider.removeAllListeners('request').on('request', (request, response) => {
      const issuer = `http://${request.headers.host}/realm`;
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ issuer }));
    });
    assert.match(
      (await start()).join(' '),
      /^503 The identity provider names itself .*\/realm, .* slash at the end/,
    );
    await new Promise((resolve) => {
      served.provider.closeAllConnections();
      served.provider.close(resolve);
    });
    assert.match((await start()).join(' '), /^503 The identity provider cannot be reached/);
  });
});

describe('signing in at an identity provider', () => {
  let server: TestServer;
  let provider: Server;
  let callback: string;
  const sessionOf = (jar: Map<string, string>) =>
    fetch(`${server.url}/manage/v1/session`, {
      headers: { cookie: `__Host-docent=${jar.get('__Host-docent')}` },
    });
  before(async () => {
    ({ server, provider, callback } = await serveWith());
    await inviteAll(server, ['anna', 'unverified']);
  });
  after(() => end({ server, provider, callback }));

  test('who was invited gets an account and the role, and comes back as the same person', async () => {
    const start = `${server.url}/manage/v1/oidc/start?returnTo=/default/docs`;
    const first = await walk(start, 'anna', server.url);
    assert.equal(first.answer.headers.get('location'), '/default/docs');
    const session = (await (await sessionOf(first.jar)).json()) as any;
    assert.equal(session.user.email, 'anna@example.com');
    assert.equal(session.organizations[0].role, 'admin');
    assert.deepEqual(session.oidc, { name: 'Acme' });
    const second = await walk(start, 'anna', server.url);
    assert.equal(((await (await sessionOf(second.jar)).json()) as any).user.id, session.user.id);
  });

  test('what was made of an address before its owner proved it is theirs opens nothing afterwards', async () => {
    const { store } = server.app;
    const { id: organizationId } = await ensureDefaultOrganization(store);
    const { token } = await invite(store, {
      organizationId,
      email: 'victim@example.com',
      role: 'viewer',
      invitedBy: 'mallory',
    });
    const mallory = sessionClient(server);
    const password = 'chosen by mallory';
    const accepted = await mallory.send('POST', '/manage/v1/invitation/accept', {
      token,
      name: 'Victim',
      password,
    });
    assert.equal(accepted.status, 201, accepted.text);
    const victim = await walk(`${server.url}/manage/v1/oidc/start`, 'victim', server.url);
    assert.equal(((await (await sessionOf(victim.jar)).json()) as any).user.email, 'victim@example.com');
    assert.equal((await mallory.get('/manage/v1/session')).body.user, null, 'the session before is over');
    const again = await mallory.send('POST', '/manage/v1/session', { email: 'victim@example.com', password });
    assert.deepEqual([again.status, again.body.code], [401, 'wrong_credentials']);
  });

  test('who was not invited, or whose address is not verified, stays out', async () => {
    for (const login of ['stranger', 'unverified']) {
      const { answer, jar } = await walk(`${server.url}/manage/v1/oidc/start`, login, server.url);
      assert.equal(answer.headers.get('location'), '/sign-in?error=wrong_credentials', login);
      assert.equal(jar.has('__Host-docent'), false);
    }
  });

  test('a callback in a browser that did not begin the sign-in is refused, and nobody is sent to another site', async () => {
    const answer = await fetch(`${callback}?code=stolen&state=x`, { redirect: 'manual' });
    assert.match(answer.headers.get('location')!, /^\/sign-in\?error=/);
    for (const returnTo of ['https://evil.example', '//evil.example', '/\\evil.example', '/a%0d%0ab']) {
      const { answer } = await walk(
        `${server.url}/manage/v1/oidc/start?returnTo=${returnTo}`,
        'anna',
        server.url,
      );
      assert.equal(answer.headers.get('location'), '/', returnTo);
    }
  });
});
