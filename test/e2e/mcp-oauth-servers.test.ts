// Sign-in for MCP clients where two servers share a database, behind a proxy that adds a path; and an issuer of the project's own.
import assert from 'node:assert/strict';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test, type TestContext } from 'node:test';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { closeAskPage } from '../../src/accounts/ask-page-key.ts';
import { findProjectById } from '../../src/store/projects.ts';
import { openChromium, type TestBrowser } from '../helpers/chromium.ts';
import { allow, openOAuthClient, readPage } from '../helpers/oauth-client.ts';
import { setUp } from '../helpers/people.ts';
import { startPostgres } from '../helpers/postgres.ts';
import { secondServer } from '../helpers/second-server.ts';
import { post, startServer, type TestServer } from '../helpers/server.ts';

let browser: TestBrowser;
before(async () => {
  browser = await openChromium();
});
after(() => browser.close());

const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

async function listenAt(t: TestContext, server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Adds `/docs` to the path, and gives each request to the next of its servers. */
async function startProxy(t: TestContext): Promise<{ url: string; targets: string[]; taken: string[] }> {
  const targets: string[] = [];
  const taken: string[] = [];
  const proxy = createServer((incoming, response) => {
    if (!incoming.url!.startsWith('/docs/')) return void response.writeHead(404).end();
    const target = targets.shift()!;
    targets.push(target);
    const path = incoming.url!.slice('/docs'.length);
    taken.push(`${target}${path}`);
    const { hostname, port } = new URL(target);
    const { method, headers } = incoming;
    const passed = request({ hostname, port, path, method, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    incoming.pipe(passed);
  });
  return { url: `${await listenAt(t, proxy)}/docs`, targets, taken };
}

/** A server whose docs nobody reads without a key. */
async function closedServer(t: TestContext, settings: Record<string, string>): Promise<TestServer> {
  const server = await startServer({
    docs: {
      'proxy.md': '# Proxy\n\nSet the proxy by `HTTPS_PROXY`.\n',
      'staff.md': '---\ntitle: Staff\ngroups: [staff]\n---\n\nThe proxy of the staff is secret-proxy.\n',
    },
    settings,
  });
  t.after(() => server.close());
  await closeAskPage(server.app.store, (await findProjectById(server.app.store, server.projectId))!);
  return server;
}

test('a grant of one server is good at the other, and all of it is below the path that the proxy adds', async (t) => {
  const postgres = await startPostgres();
  t.after(() => postgres.stop());
  const proxy = await startProxy(t);
  const settings = {
    DOCENT_DATABASE_URL: await postgres.createDatabase(),
    DOCENT_EMBEDDING_MODEL: 'none',
    DOCENT_PUBLIC_URL: proxy.url,
  };
  const one = await closedServer(t, settings);
  const two = await secondServer(t, one, settings);
  await setUp(one);
  proxy.targets.push(one.url, two.url);
  const context = await browser.newContext();
  t.after(() => context.close());
  const page = await context.newPage();
  const client = await openOAuthClient();
  t.after(() => client.close());
  const connected = await client.connect(`${proxy.url}/mcp/${one.domain}`, (url) => allow(page, url));
  assert.match((await readPage(connected, 'proxy'))!, /HTTPS_PROXY/);
  await connected.close();
  for (const { url } of [one, two]) {
    assert.ok(
      proxy.taken.some((address) => address.startsWith(`${url}/oauth/`)),
      'both took part',
    );
    const { access_token: token } = client.tokens;
    assert.equal((await post(`${url}/mcp/${one.domain}`, token, message)).status, 200);
  }
  const third = await closedServer(t, {});
  const elsewhere = await post(`${third.url}/mcp/${third.domain}`, client.tokens.access_token, message);
  assert.equal(elsewhere.status, 401, 'a server with a database of its own');
  const challenge = elsewhere.headers.get('www-authenticate')!;
  assert.ok(challenge.includes(`"${third.url}/.well-known/oauth-protected-resource/mcp/${third.domain}"`));
  assert.match(challenge, /error="invalid_token"/);
});

test('a project’s own issuer signs people in for it, by tokens for its MCP server alone', async (t) => {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const others = await generateKeyPair('ES256');
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256' }];
  const issuer = await listenAt(
    t,
    createServer((_, response) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys })),
    ),
  );
  const server = await closedServer(t, { DOCENT_PRIVATE_HOSTS: '127.0.0.1' });
  const change = async (tokenIssuer: object | null) =>
    (
      await fetch(`${server.url}/manage/v1/projects/${server.projectId}`, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${server.adminKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ settings: { tokenIssuer } }),
      })
    ).status;
  assert.equal(await change({ issuer, jwksUrl: 'http://10.0.0.1/keys' }), 400);
  assert.equal(await change({ issuer, jwksUrl: `${issuer}/keys` }), 200);
  const resource = `${server.url}/mcp/${server.domain}`;
  const metadata = await fetch(`${server.url}/.well-known/oauth-protected-resource/mcp/${server.domain}`);
  assert.deepEqual(await metadata.json(), {
    resource,
    authorization_servers: [issuer],
    scopes_supported: ['docs:read'],
    bearer_methods_supported: ['header'],
  });
  const sign = (claims: object = {}, { key = privateKey, ends = '5m' } = {}) => {
    const all = { iss: issuer, aud: resource, sub: 'ann', groups: ['staff'], ...claims };
    const token = new SignJWT(all).setProtectedHeader({ alg: 'ES256', kid: 'one' });
    return token.setExpirationTime(ends).sign(key);
  };
  const read = (token: string, page: string) =>
    post(resource, token, {
      ...message,
      method: 'tools/call',
      params: { name: 'read', arguments: { page } },
    });
  assert.match(await (await read(await sign(), 'staff')).text(), /secret-proxy/);
  assert.doesNotMatch(await (await read(await sign({ groups: [] }), 'staff')).text(), /secret-proxy/);
  assert.match(await (await read(await sign({ groups: [] }), 'proxy')).text(), /HTTPS_PROXY/);
  for (const [why, token] of [
    ['another resource', sign({ aud: `${server.url}/mcp/elsewhere` })],
    ['the domain, as in reader tokens', sign({ aud: server.domain })],
    ['another issuer', sign({ iss: 'https://other.example' })],
    ['expired', sign({}, { ends: '-1m' })],
    ['for days', sign({}, { ends: '3d' })],
    ['signed by others', sign({}, { key: others.privateKey })],
  ] as const)
    assert.equal((await read(await token, 'proxy')).status, 401, why);
  const client = { redirect_uris: ['http://127.0.0.1/callback'] };
  const registered = await post(`${server.url}/oauth/register`, undefined, client);
  const { client_id } = (await registered.json()) as { client_id: string };
  const authorize = async () => {
    const asked = { client_id, response_type: 'code', resource, code_challenge_method: 'S256' };
    const query = new URLSearchParams({ ...asked, code_challenge: 'x'.repeat(43) }).toString();
    const answer = await fetch(`${server.url}/oauth/authorize?${query}`, { redirect: 'manual' });
    return answer.headers.get('location')!;
  };
  assert.match(await authorize(), /error=invalid_target/, 'this server signs nobody in for it');
  const token = await sign();
  assert.equal(await change(null), 200);
  assert.equal((await read(token, 'proxy')).status, 401);
  assert.match(await authorize(), /\/oauth\/consent\//);
});
