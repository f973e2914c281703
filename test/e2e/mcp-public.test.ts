// Where the project's public page is open, MCP clients need no key.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { mcpClients } from '../../web/dashboard/src/pages/widget/mcp-clients.ts';
import { post, startServer, type TestServer } from '../helpers/server.ts';

let server: TestServer;
before(async () => {
  server = await startServer({
    docs: {
      'proxy.md': '# Proxy\n\nSet the proxy by `HTTPS_PROXY`.\n',
      'staff.md': '---\ntitle: Staff\ngroups: [staff]\n---\n\nThe proxy of the staff is secret-proxy.\n',
    },
    settings: { DOCENT_TRUSTED_PROXIES: '127.0.0.1, ::1', DOCENT_LIMIT_SEARCH_PER_IP_PER_HOUR: '2' },
  });
});
after(() => server.close());

const mcpUrl = (query = '') => `${server.url}/mcp/${server.domain}${query}`;

async function connect(
  address: string,
  { revision, headers = {} }: { revision?: string; headers?: Record<string, string> } = {},
) {
  const isStateless = revision === undefined || revision > '2025-11-25';
  const client = new Client(
    { name: 'test', version: '1' },
    isStateless
      ? { versionNegotiation: { mode: revision === undefined ? 'auto' : { pin: revision } } }
      : { supportedProtocolVersions: [revision] },
  );
  await client.connect(new StreamableHTTPClientTransport(new URL(address), { requestInit: { headers } }));
  return client;
}

async function call(client: Client, name: string, args: object) {
  const { content, isError } = await client.callTool({ name, arguments: { ...args } });
  return { text: (content as { text: string }[])[0]!.text, isError: isError === true };
}

function manage(method: string, path: string, body?: object) {
  return fetch(`${server.url}/manage/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${server.adminKey}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
}

for (const revision of ['2025-06-18', '2025-11-25', '2026-07-28'])
  test(`a client of ${revision} uses every tool without a key, on public pages only`, async () => {
    for (const query of ['', '?groups=staff']) {
      const client = await connect(mcpUrl(query), { revision });
      assert.equal(client.getNegotiatedProtocolVersion(), revision);
      const { tools } = await client.listTools();
      assert.equal(tools.length, 5);
      assert.match((await call(client, 'search', { query: 'proxy' })).text, /HTTPS_PROXY/);
      assert.match((await call(client, 'read', { page: 'proxy' })).text, /HTTPS_PROXY/);
      assert.match((await call(client, 'ask', { question: 'How do I set the proxy?' })).text, /HTTPS_PROXY/);
      assert.doesNotMatch((await call(client, 'search', { query: 'proxy of the staff' })).text, /secret/);
      assert.equal((await call(client, 'read', { page: 'staff' })).isError, true);
      await client.close();
    }
  });

test('a key, or a token of the site’s reader, works beside it', async () => {
  const member = await connect(mcpUrl('?groups=staff'), {
    headers: { authorization: `Bearer ${server.adminKey}` },
  });
  assert.match((await call(member, 'read', { page: 'staff' })).text, /secret-proxy/);
  await member.close();
  const wrong = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  assert.equal((await post(mcpUrl(), 'svc_dsc_wrong', wrong)).status, 401);
  assert.equal((await post(mcpUrl(), undefined, wrong, { 'x-docent-reader': 'wrong' })).status, 401);
});

test('each address has its own limit', async () => {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const from = async (address: string) =>
    (await post(mcpUrl(), undefined, message, { 'x-forwarded-for': address })).status;
  assert.deepEqual(
    [await from('203.0.113.1'), await from('203.0.113.1'), await from('203.0.113.1')],
    [200, 200, 429],
  );
  assert.equal(await from('203.0.113.2'), 200);
});

test('ask keeps to the budget of the public page’s key, and search goes on', async () => {
  const keys = (await (await manage('GET', 'organizations/default/keys')).json()) as {
    items: { id: string; name: string }[];
  };
  const { id } = keys.items.find(({ name }) => name === 'Public page')!;
  const budget = { answersPerReaderPerDay: 1 };
  assert.equal((await manage('PATCH', `organizations/default/keys/${id}`, { budget })).status, 200);
  const client = await connect(mcpUrl(), { headers: { 'x-forwarded-for': '10.0.0.9' } });
  const question = { question: 'How do I set the proxy?' };
  assert.equal((await call(client, 'ask', question)).isError, false);
  const over = await call(client, 'ask', question);
  assert.equal(over.isError, true);
  assert.match(over.text, /Too many requests/);
  assert.equal((await call(client, 'search', { query: 'proxy' })).isError, false);
  await client.close();
});

for (const { name, tried, code, signIn, keyless } of mcpClients)
  test(`${name}: its steps lead to the docs, and the guide has them`, async () => {
    const place = { name: 'my-product', url: mcpUrl(), key: server.assistantKey };
    for (const each of keyless ? [{ ...place, key: undefined }] : [place, { ...place, key: undefined }]) {
      const text = code(each);
      const address = /http:\/\/[^\s"]+/.exec(text)![0];
      const authorization = /Bearer [^"]+/.exec(text)?.[0];
      assert.equal(authorization, each.key && `Bearer ${each.key}`);
      const client = await connect(address, { headers: authorization ? { authorization } : {} });
      assert.match((await call(client, 'search', { query: 'proxy' })).text, /HTTPS_PROXY/);
      await client.close();
    }
    const guide = await readFile(new URL('../../docs/guides/mcp.md', import.meta.url), 'utf8');
    const section = guide.split(/^## /m).find((part) => part.startsWith(`${name}\n`))!;
    assert.ok(section.includes(code({ name: 'my-product', url: 'https://ask.example.com/mcp/my-product' })));
    assert.ok(section.includes(`To sign in: ${signIn}`));
    assert.match(section, tried === 'protocol' ? /\*Tried by protocol\.\*/ : /\*Not tried\.\*/);
  });

test('a closed public page closes this, too', async () => {
  assert.equal((await manage('DELETE', `projects/${server.projectId}/ask-page`)).status, 204);
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const refused = await post(mcpUrl(), undefined, message);
  assert.equal(refused.status, 401);
  assert.match(refused.headers.get('www-authenticate')!, /^Bearer/);
  assert.equal((await post(mcpUrl(), server.assistantKey, message)).status, 200);
});
