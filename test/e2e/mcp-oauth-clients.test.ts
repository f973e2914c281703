// What MCP clients say of themselves: metadata documents at addresses of theirs, and registrations.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, connect, type Server } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import tls from 'node:tls';
import { closeAskPage } from '../../src/accounts/ask-page-key.ts';
import { hashSecret } from '../../src/lib/secrets.ts';
import { followProxies } from '../../src/lib/outgoing.ts';
import { findProjectById } from '../../src/store/projects.ts';
import { openChromium, type TestBrowser } from '../helpers/chromium.ts';
import { allow, openOAuthClient } from '../helpers/oauth-client.ts';
import { setUp } from '../helpers/people.ts';
import { post, startServer, type TestServer } from '../helpers/server.ts';
import type { SessionClient } from '../helpers/session-client.ts';
import { root } from '../helpers/source-files.ts';

const site = 'https://client.example.com';
const described = (path: string) => ({
  client_id: `${site}${path}`,
  client_name: 'A published client',
  redirect_uris: ['http://127.0.0.1/callback'],
});
const documents: Record<string, string | null> = {
  '/client.json': JSON.stringify(described('/client.json')),
  '/liar.json': JSON.stringify(described('/client.json')),
  '/large.json': JSON.stringify({ ...described('/large.json'), x: 'x'.repeat(6_000) }),
  // As VS Code's: it asks for more than there is.
  '/more.json': JSON.stringify({
    ...described('/more.json'),
    application_type: 'web',
    grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
    scope: 'openid',
    jwks_uri: 'https://client.example.com/keys',
  }),
  '/secret.json': JSON.stringify({
    ...described('/secret.json'),
    token_endpoint_auth_method: 'client_secret_basic',
  }),
  // It is sent elsewhere, where it would be good.
  '/moved.json': '/client.json',
  '/silent.json': null,
};

let server: TestServer;
let owner: SessionClient;
let browser: TestBrowser;
const asked: string[] = [];
const others: Server[] = [];
const certificates = tls.getCACertificates('default');

/** The internet, as this server sees it by its proxy: one site. */
before(async () => {
  const pem = await readFile(join(root, 'test/fixtures/tls/client.example.com.pem'), 'utf8');
  const secure = createHttpsServer({ key: pem, cert: pem }, ({ url = '' }, response) => {
    asked.push(url);
    const document = documents[url];
    if (document === null) return;
    if (document === undefined) return void response.writeHead(404).end();
    if (document.startsWith('/')) return void response.writeHead(302, { location: document }).end();
    response.setHeader('content-type', 'application/json').end(document);
  });
  const proxy = createHttpServer();
  proxy.on('connect', (_, socket) => {
    const up = connect((secure.address() as AddressInfo).port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      up.pipe(socket).pipe(up);
    });
    for (const one of [up, socket]) one.on('error', () => void [up.destroy(), socket.destroy()]);
  });
  others.push(secure, proxy);
  for (const one of others) await once(one.listen(0, '127.0.0.1'), 'listening');
  tls.setDefaultCACertificates([...certificates, pem.slice(pem.indexOf('-----BEGIN CERTIFICATE'))]);
  const https = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  followProxies({ http: undefined, https, none: [] });
  server = await startServer({ settings: { DOCENT_TRUSTED_PROXIES: '127.0.0.1, ::1' } });
  owner = await setUp(server);
  await closeAskPage(server.app.store, (await findProjectById(server.app.store, server.projectId))!);
  browser = await openChromium();
});
after(async () => {
  followProxies({ http: undefined, https: undefined, none: [] });
  tls.setDefaultCACertificates(certificates);
  await browser.close();
  await server.close();
  for (const one of others) one.close();
});

function authorize(clientId: string, resource = `${server.url}/mcp/${server.domain}`): Promise<Response> {
  const url = new URL(`${server.url}/oauth/authorize`);
  url.search = new URLSearchParams({
    client_id: clientId,
    redirect_uri: 'http://127.0.0.1/callback',
    response_type: 'code',
    resource,
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
  }).toString();
  return fetch(url, { redirect: 'manual' });
}

test('a client is let in by the document at its id, and is known by its host', async () => {
  const page = await (await browser.newContext()).newPage();
  const client = await openOAuthClient({ document: `${site}/client.json` });
  const connected = await client.connect(`${server.url}/mcp/${server.domain}`, (url) =>
    allow(page, url, 'A published client'),
  );
  assert.equal((await connected.listTools()).tools.length, 5);
  assert.equal(client.client.client_id, `${site}/client.json`);
  await connected.close();
  client.close();
  assert.deepEqual(asked, ['/client.json'], 'fetched once');
  const { items } = (await owner.get('/manage/v1/connections')).body;
  assert.equal(items[0].client, 'client.example.com');
});

test('a document that names another, is too long, asks for a secret, moves or never comes lets nobody in', async () => {
  asked.length = 0;
  const bad = ['/liar.json', '/large.json', '/secret.json', '/moved.json', '/silent.json', '/none.json'];
  const statuses = await Promise.all(bad.map(async (path) => (await authorize(site + path)).status));
  assert.deepEqual(
    statuses,
    bad.map(() => 400),
  );
  assert.deepEqual(new Set(asked), new Set(bad), 'no redirect is followed');
  assert.ok(asked.length <= 2 * bad.length, 'and once more for the error page at most');
  assert.match(await (await authorize(`${site}/none.json`)).text(), /<h1>/, 'the person reads why');
});

test('a client that asks for more than there is gets what there is', async () => {
  assert.match((await authorize(`${site}/more.json`)).headers.get('location')!, /\/oauth\/consent\//);
  const registered = await post(`${server.url}/oauth/register`, undefined, {
    redirect_uris: ['https://vscode.dev/redirect', 'http://127.0.0.1:33418/'],
    token_endpoint_auth_method: 'client_secret_post',
    grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
    response_types: ['code', 'token'],
    scope: 'openid docs:read',
  });
  const client = (await registered.json()) as Record<string, unknown>;
  assert.equal(registered.status, 201, JSON.stringify(client));
  assert.equal(client['token_endpoint_auth_method'], 'none');
  assert.deepEqual(client['grant_types'], ['authorization_code', 'refresh_token']);
  await server.app.store.db.deleteFrom('oauthRecords').where('model', '=', 'Client').execute();
});

test('a client that is a page of another site finds its way, and registers', async () => {
  const headers = { origin: 'https://inspector.example' };
  const asks = { ...headers, 'access-control-request-headers': 'mcp-protocol-version,content-type' };
  const opens = (answer: Response) =>
    ['*', headers.origin].includes(answer.headers.get('access-control-allow-origin') ?? '');
  const mcp = `/mcp/${server.domain}`;
  const refused = await fetch(server.url + mcp, { method: 'POST', headers, body: '{}' });
  assert.equal(opens(refused), true);
  assert.match(refused.headers.get('access-control-expose-headers')!, /www-authenticate/);
  for (const [method, path] of [
    ['GET', `/.well-known/oauth-protected-resource${mcp}`],
    ['GET', '/.well-known/oauth-authorization-server'],
    ['POST', '/oauth/register'],
    ['POST', '/oauth/token'],
  ] as const) {
    const more = { ...asks, 'access-control-request-method': method };
    const preflight = await fetch(server.url + path, { method: 'OPTIONS', headers: more });
    assert.deepEqual([preflight.status, opens(preflight)], [204, true], path);
    assert.match(preflight.headers.get('access-control-allow-headers')!, /mcp-protocol-version/);
    if (method === 'GET') assert.equal(opens(await fetch(server.url + path, { headers })), true, path);
  }
  const registered = await fetch(`${server.url}/oauth/register`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ redirect_uris: [`${headers.origin}/callback`] }),
  });
  assert.deepEqual([registered.status, opens(registered)], [201, true]);
  await server.app.store.db.deleteFrom('oauthRecords').where('model', '=', 'Client').execute();
});

test('what one address registers is limited in number, each client in length, and who is not let in is forgotten', async () => {
  const { store } = server.app;
  const register = (from: string, more: object = {}) =>
    fetch(`${server.url}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
      body: JSON.stringify({ redirect_uris: ['http://127.0.0.1/callback'], ...more }),
    });
  const clients = () => store.db.selectFrom('oauthRecords').selectAll().where('model', '=', 'Client');
  assert.equal((await register('203.0.113.1', { client_name: 'x'.repeat(9_000) })).status, 400);
  assert.equal((await register('203.0.113.1', { redirect_uris: ['javascript:alert(1)'] })).status, 400);
  assert.equal((await clients().execute()).length, 0);
  const answer = await register('203.0.113.1', { client_name: 'Told' });
  assert.equal(answer.status, 201);
  const { client_id: id, ...told } = (await answer.json()) as { client_id: string; client_name: string };
  assert.equal(told.client_name, 'Told');
  assert.equal('client_secret' in told, false);
  const [stored] = await clients().execute();
  assert.equal(stored!.hash, hashSecret(id));
  assert.doesNotMatch(stored!.payload, /Told/);
  assert.equal((await authorize(id)).status, 303);

  for (let n = 3; n < 100; n++)
    assert.equal((await register('203.0.113.1', { redirect_uris: ['x'] })).status, 400);
  assert.equal((await register('203.0.113.1')).status, 429);
  assert.equal((await register('203.0.113.2')).status, 201, 'another address');

  for (const { createdAt, expiresAt } of await clients().execute())
    assert.ok(expiresAt - createdAt <= 86_400_000);
  await store.db.updateTable('oauthRecords').set({ expiresAt: 1 }).where('hash', '=', stored!.hash).execute();
  assert.equal((await authorize(id)).status, 400);
  assert.equal((await register('203.0.113.3')).status, 201);
  const left = (await clients().execute()).map(({ hash }) => hash);
  assert.equal(left.includes(stored!.hash), false);
});
