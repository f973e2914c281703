// MCP clients of people who sign in: the client's own flow, in a real browser.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { discoverAuthorizationServerMetadata, refreshAuthorization } from '@modelcontextprotocol/client';
import { openChromium, type TestBrowser } from '../helpers/chromium.ts';
import { allow, type OAuthClient, openOAuthClient, readPage } from '../helpers/oauth-client.ts';
import { setUp } from '../helpers/people.ts';
import { post, startServer, type TestServer } from '../helpers/server.ts';

let server: TestServer;
let browser: TestBrowser;
let client: OAuthClient;
before(async () => {
  server = await startServer({
    docs: {
      'proxy.md': '# Proxy\n\nSet the proxy by `HTTPS_PROXY`.\n',
      'staff.md': '---\ntitle: Staff\ngroups: [staff]\n---\n\nThe proxy of the staff is secret-proxy.\n',
      'other.md': '---\ntitle: Other\ngroups: [other]\n---\n\nThe other proxy is other-proxy.\n',
    },
  });
  await setUp(server);
  await manage('DELETE', '/ask-page');
  assert.equal(
    (await manage('PATCH', '', { settings: { memberGroups: { roles: { owner: ['staff'] } } } })).status,
    200,
  );
  browser = await openChromium();
});
after(async () => {
  await browser.close();
  await server.close();
});

const mcpUrl = () => `${server.url}/mcp/${server.domain}`;
const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

function manage(method: string, path: string, body?: object) {
  return fetch(`${server.url}/manage/v1/projects/${server.projectId}${path}`, {
    method,
    headers: { authorization: `Bearer ${server.adminKey}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
}

for (const revision of ['2025-06-18', '2025-11-25', '2026-07-28'])
  test(`a client of ${revision} registers, a person signs in and allows it, and it reads what they may read`, async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const asking = await openOAuthClient({ revision });
    const connected = await asking.connect(mcpUrl(), (url) => allow(page, url));
    assert.equal(connected.getNegotiatedProtocolVersion(), revision);
    assert.match((await readPage(connected, 'proxy'))!, /HTTPS_PROXY/);
    assert.match((await readPage(connected, 'staff'))!, /secret-proxy/);
    assert.equal(await readPage(connected, 'other'), null);
    assert.equal(asking.tokens.scope, 'docs:read');
    await connected.close();
    asking.close();
    await context.close();
    client = asking;
  });

test('a token is for one server, and what is wrong is told with the way in', async () => {
  const { access_token: token } = client.tokens;
  assert.equal((await post(mcpUrl(), token, message)).status, 200);
  for (const [path, key] of [
    [`/mcp/${server.domain}`, 'wrong'],
    ['/mcp/elsewhere', token],
    [`/mcp/${server.domain}`, undefined],
  ] as const) {
    const refused = await post(server.url + path, key, message);
    assert.equal(refused.status, 401, path);
    const challenge = refused.headers.get('www-authenticate')!;
    assert.match(challenge, /^Bearer resource_metadata="[^"]+", scope="docs:read"/);
    const metadata = await fetch(/resource_metadata="([^"]+)"/.exec(challenge)![1]!);
    assert.equal(((await metadata.json()) as { resource: string }).resource, server.url + path);
  }
  assert.equal(
    (await post(`${server.url}/discovery/v1/search/${server.domain}`, token, { query: 'x' })).status,
    401,
  );
});

test('nothing that opens a door can be read in the database', async () => {
  const rows = await server.app.store.db.selectFrom('oauthRecords').selectAll().execute();
  assert.ok(rows.length >= 4, `${rows.length} records`);
  const stored = JSON.stringify(rows);
  for (const secret of [
    client.tokens.access_token,
    client.tokens.refresh_token,
    client.returned[0]!.get('code')!,
  ])
    assert.ok(!stored.includes(secret));
  assert.ok(!stored.includes('redirect_uri'));
});

const metadataOf = async (url = server.url) => (await discoverAuthorizationServerMetadata(url))!;
const refresh = async (refreshToken: string) =>
  refreshAuthorization(server.url, {
    metadata: await metadataOf(),
    clientInformation: client.client,
    refreshToken,
    resource: new URL(mcpUrl()),
  });

test('a refresh token works once; a second use ends the grant, with all of its tokens', async () => {
  const first = client.tokens.refresh_token as string;
  const next = await refresh(first);
  assert.notEqual(next.refresh_token, first);
  assert.equal((await post(mcpUrl(), next.access_token, message)).status, 200);
  await assert.rejects(refresh(first));
  assert.equal((await post(mcpUrl(), next.access_token, message)).status, 401);
  await assert.rejects(refresh(next.refresh_token!));
});

test('a code works once, of any number of requests at once', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const again = await openOAuthClient();
  await again.begin(mcpUrl(), (url) => {
    // Some clients ask for what every identity provider has.
    url.searchParams.set('scope', 'openid profile docs:read');
    return allow(page, url);
  });
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: again.client.client_id,
    code: again.returned.at(-1)!.get('code')!,
    code_verifier: again.verifier!,
    redirect_uri: again.client.redirect_uris[0],
    resource: mcpUrl(),
  });
  const wrong = new URLSearchParams({ ...Object.fromEntries(body), code_verifier: 'x'.repeat(43) });
  const token = async (form: URLSearchParams) =>
    (await fetch(`${server.url}/oauth/token`, { method: 'POST', body: form })).status;
  assert.equal(await token(wrong), 400, 'without the verifier of who began');
  const statuses = await Promise.all([1, 2, 3, 4, 5].map(() => token(body)));
  assert.deepEqual(statuses.sort(), [200, 400, 400, 400, 400]);
  again.close();
  await context.close();
});

test('what a person allowed is shown to them and ends when they end it', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const third = await openOAuthClient();
  const connected = await third.connect(mcpUrl(), (url) => allow(page, url));
  const { access_token: token, refresh_token: later } = third.tokens;
  await server.app.dashboard.prepare();
  await page.goto(`${server.url}/-/account`);
  await page
    .getByText(/Test client/)
    .first()
    .waitFor();
  const buttons = page.getByRole('button', { name: 'Disconnect' });
  for (let left = await buttons.count(); left > 0; left--) {
    await buttons.first().click();
    await buttons.nth(left - 1).waitFor({ state: 'detached' });
  }
  await page.getByText('No MCP client reads docs in your name.').waitFor();
  assert.equal((await post(mcpUrl(), token, message)).status, 401);
  await assert.rejects(
    refreshAuthorization(server.url, {
      metadata: await metadataOf(),
      clientInformation: third.client,
      refreshToken: later,
      resource: new URL(mcpUrl()),
    }),
  );
  await connected.close();
  third.close();
  await context.close();
});

test('who says no, is no member, or comes from elsewhere gives nothing', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const denied = await openOAuthClient();
  await assert.rejects(
    denied.connect(mcpUrl(), async (url) => {
      await page.goto(url.href);
      const consent = page.url();
      const elsewhere = await fetch(consent, {
        method: 'POST',
        body: 'do=allow',
        headers: { 'sec-fetch-site': 'cross-site' },
      });
      assert.equal(elsewhere.status, 403);
      const stranger = await browser.newContext();
      const other = await stranger.newPage();
      assert.equal((await other.goto(consent))!.status(), 404, 'another browser did not begin it');
      await stranger.close();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByText('You can close this page.').waitFor();
    }),
  );
  assert.equal(denied.returned[0]!.get('error'), 'access_denied');
  denied.close();
  await context.close();
});

test('a client that leaves out PKCE, or asks for what is not there, is refused', async () => {
  const { authorization_endpoint: address, ...metadata } = await metadataOf();
  assert.deepEqual(metadata.code_challenge_methods_supported, ['S256']);
  assert.deepEqual(metadata.token_endpoint_auth_methods_supported, ['none']);
  assert.equal(metadata['client_id_metadata_document_supported'], true);
  const ask = async (changes: Record<string, string>) => {
    const url = new URL(address);
    const asked = {
      client_id: client.client.client_id,
      redirect_uri: client.client.redirect_uris[0],
      response_type: 'code',
      resource: mcpUrl(),
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
      ...changes,
    };
    for (const [name, value] of Object.entries(asked)) if (value) url.searchParams.set(name, value);
    return fetch(url, { redirect: 'manual' });
  };
  const leadsTo = async (changes: Record<string, string>) =>
    (await ask(changes)).headers.get('location') ?? '';
  assert.match(await leadsTo({}), /\/oauth\/consent\//);
  assert.match(await leadsTo({ code_challenge: '', code_challenge_method: '' }), /error=invalid_request/);
  assert.match(await leadsTo({ code_challenge_method: 'plain' }), /error=invalid_request/);
  assert.match(await leadsTo({ resource: `${server.url}/mcp/elsewhere` }), /error=invalid_target/);
  assert.match(await leadsTo({ resource: 'https://example.com/mcp/docs' }), /error=invalid_target/);
  assert.equal((await ask({ redirect_uri: 'https://evil.example/callback' })).status, 400);
  // A document on a private address is not fetched.
  assert.equal((await ask({ client_id: 'https://127.0.0.1/client.json' })).status, 400);
});
