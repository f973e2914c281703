// Pages of groups are for readers whom the site vouches for, on every door.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { post, startServer, type TestServer } from '../helpers/server.ts';

let server: TestServer;
let secret: string;
const keys = await generateKeyPair('ES256', { extractable: true });
const jwks = createServer(async (_, response) => {
  const key = { ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'ES256', use: 'sig' };
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [key] }));
});

before(async () => {
  await new Promise<void>((resolve) => jwks.listen(0, '127.0.0.1', resolve));
  const { port } = jwks.address() as AddressInfo;
  server = await startServer({
    docs: {
      'index.md': '# Proxy\n\nUse a proxy, set by `HTTPS_PROXY`. [More](/staff)\n',
      'staff.md':
        '---\ntitle: Staff\ngroups: [staff]\n---\n\n# Staff\n\nThe proxy of the staff is secret-proxy.\n',
    },
    settings: {
      DOCENT_PRIVATE_HOSTS: `127.0.0.1:${port}, 127.0.0.1`,
      DOCENT_LIMIT_ASSISTANT_PER_IP_PER_DAY: '60',
    },
  });
  const made = await manage('POST', 'reader-secret');
  assert.equal(made.status, 201);
  ({ secret } = (await made.json()) as { secret: string });
  assert.match(secret, /^rds_/);
  const settings = { readerJwksUrl: `http://127.0.0.1:${port}/keys.json` };
  assert.equal((await manage('PATCH', '', { settings })).status, 200);
});
after(async () => {
  jwks.close();
  await server.close();
});

function manage(method: string, path: string, body?: object): Promise<Response> {
  return fetch(`${server.url}/manage/v1/projects/${server.projectId}${path && `/${path}`}`, {
    method,
    headers: { authorization: `Bearer ${server.adminKey}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
}

type Claims = { sub?: string; groups?: unknown; aud?: string; seconds?: number; signedWith?: string };

/** A token as the site's backend signs it. */
function token({
  sub = 'ann',
  groups = ['staff'],
  aud = server.domain,
  seconds = 300,
  signedWith = secret,
}: Claims = {}) {
  return new SignJWT({ groups })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(sub)
    .setAudience(aud)
    .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
    .sign(new TextEncoder().encode(signedWith));
}

const text = 'What is the proxy of the staff?';
const message = {
  id: '1',
  role: 'user',
  createdAt: '2026-01-01T00:00:00Z',
  content: text,
  parts: [{ type: 'text', text }],
};
const groups = ['staff'];
const question = { fp: 'anonymous', messages: [message], filter: { groups }, currentPath: '/staff' };
const call = (name: string, args: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
});

/** Every door, with a request that names the group itself. */
const doors: Record<string, { path: () => string; body?: object }> = {
  'message v1': { path: () => `/discovery/v1/assistant/${server.domain}/message`, body: question },
  'message v2': { path: () => `/discovery/v2/assistant/${server.domain}/message`, body: question },
  search: { path: () => `/discovery/v1/search/${server.domain}`, body: { query: text, filter: { groups } } },
  page: { path: () => `/discovery/v1/page/${server.domain}`, body: { path: '/staff', groups } },
  'llms-full.txt': { path: () => `/${server.domain}/llms-full.txt?groups=staff` },
  'page as Markdown': { path: () => `/${server.domain}/pages/staff.md?groups=staff` },
  'MCP search': { path: () => `/mcp/${server.domain}?groups=staff`, body: call('search', { query: text }) },
  'MCP read': { path: () => `/mcp/${server.domain}?groups=staff`, body: call('read', { page: 'staff' }) },
  'MCP ask': { path: () => `/mcp/${server.domain}?groups=staff`, body: call('ask', { question: text }) },
  'MCP fetch': {
    path: () => `/mcp/${server.domain}?groups=staff&for=chatgpt`,
    body: call('fetch', { id: 'staff' }),
  },
};

async function knock(door: string, reader?: string, key = server.assistantKey) {
  const { path, body } = doors[door]!;
  const headers = {
    accept: 'application/json, text/event-stream',
    ...(reader !== undefined && { 'x-docent-reader': reader }),
  };
  const response =
    body === undefined
      ? await fetch(server.url + path(), { headers: { ...headers, authorization: `Bearer ${key}` } })
      : await post(server.url + path(), key, body, headers);
  const shown = await response.text();
  return { status: response.status, shown, isOpen: /secret-proxy/.test(shown), headers: response.headers };
}

for (const door of Object.keys(doors)) {
  test(`${door}: a public key that names a group reads public pages only; with a reader's token, that reader's`, async () => {
    const stranger = await knock(door);
    assert.equal(stranger.isOpen, false, stranger.shown);
    // What a public page says itself is public.
    if (!['llms-full.txt', 'MCP search'].includes(door))
      assert.doesNotMatch(stranger.shown, /\/staff\b/, 'nor is the page linked to or cited');
    assert.equal((await knock(door, await token({ groups: [] }))).isOpen, false);
    assert.equal((await knock(door, await token())).isOpen, true);
    assert.equal((await knock(door, undefined, server.adminKey)).isOpen, true, 'an admin key names groups');
  });
}

describe('a token', () => {
  const refused: Record<string, () => Promise<string>> = {
    'that has expired': () => token({ seconds: -1 }),
    'that lasts more than a day': () => token({ seconds: 25 * 3600 }),
    'of another project': () => token({ aud: 'elsewhere' }),
    'that somebody else signed': () => token({ signedWith: `rds_${'x'.repeat(43)}` }),
    'without a subject': () => token({ sub: '' }),
    'whose groups are no list': () => token({ groups: 'staff' }),
    'that nobody signed': async () => `${btoa('{"alg":"none"}')}.${(await token()).split('.')[1]}.`,
    'signed with the public key as a secret': async () =>
      token({ signedWith: JSON.stringify(await exportJWK(keys.publicKey)) }),
    'that is not one': async () => 'nonsense',
  };
  for (const [what, make] of Object.entries(refused)) {
    test(`${what} is 401 invalid_reader`, async () => {
      const { status, shown } = await knock('search', await make());
      assert.equal(status, 401);
      assert.equal(JSON.parse(shown).code, 'invalid_reader');
    });
  }

  test('by the key set that the project names is good, and one by another key is not', async () => {
    const signed = (key: typeof keys.privateKey) =>
      new SignJWT({ groups })
        .setProtectedHeader({ alg: 'ES256', kid: 'one' })
        .setSubject('bob')
        .setAudience(server.domain)
        .setExpirationTime('5m')
        .sign(key);
    assert.equal((await knock('search', await signed(keys.privateKey))).isOpen, true);
    const other = await generateKeyPair('ES256');
    assert.equal((await knock('search', await signed(other.privateKey))).status, 401);
  });

  test('of the secret before is good for a day, and of a removed one at once no more', async () => {
    const before = await token();
    ({ secret } = (await (await manage('POST', 'reader-secret')).json()) as { secret: string });
    assert.equal((await knock('search', before)).isOpen, true);
    assert.equal((await knock('search', await token())).isOpen, true);
  });
});

test('limits count by reader, and a thread of a reader is joined by nobody else', async () => {
  const ask = (reader: string | null, body: object = {}) =>
    token({ sub: reader ?? '' }).then((made) =>
      post(
        `${server.url}${doors['message v2']!.path()}`,
        server.assistantKey,
        { ...question, ...body },
        reader === null ? {} : { 'x-docent-reader': made },
      ),
    );
  const first = await ask('cleo');
  await first.text();
  const second = await ask('dora');
  await second.text();
  assert.equal(first.headers.get('ratelimit-remaining'), second.headers.get('ratelimit-remaining'));
  const threadId = first.headers.get('x-thread-id');
  const threadKey = first.headers.get('x-thread-key');
  for (const [reader, body] of [
    ['dora', { threadId }],
    ['dora', { threadId, threadKey }],
    [null, { threadId, fp: 'cleo' }],
    [null, { threadId, threadKey }],
  ] as const)
    assert.equal((await ask(reader, body)).status, 404, `${reader}`);
  const again = await ask('cleo', { threadId, fp: 'whatever' });
  assert.equal(again.status, 200);
  await again.text();
});

test('an anonymous thread of an id that a client chose is joined with its key only', async () => {
  const ask = (body: object) =>
    post(`${server.url}${doors['message v2']!.path()}`, server.assistantKey, { ...question, ...body });
  const first = await ask({ threadId: 'support' });
  const threadKey = first.headers.get('x-thread-key');
  await first.text();
  assert.equal((await ask({ threadId: 'support' })).status, 404);
  const own = await ask({ threadId: 'support', threadKey });
  assert.equal(own.status, 200);
  await own.text();
});

/** OpenAI's clients name the project by the key, and cannot name groups. */
async function complete(reader?: string, stream = false) {
  const headers: Record<string, string> = reader === undefined ? {} : { 'x-docent-reader': reader };
  const body = {
    model: server.domain,
    messages: [{ role: 'user', content: text }],
    stream,
    filter: { groups },
  };
  const response = await post(
    `${server.url}/v1/chat/completions?groups=staff`,
    server.assistantKey,
    body,
    headers,
  );
  return { status: response.status, shown: await response.text() };
}

test('chat completions: a public key reads public pages only; with a reader’s token, that reader’s', async () => {
  for (const stream of [false, true]) {
    for (const reader of [undefined, await token({ groups: [] })]) {
      const { status, shown } = await complete(reader, stream);
      assert.equal(status, 200);
      assert.doesNotMatch(shown, /secret-proxy|\/staff\b/);
    }
    assert.match((await complete(await token(), stream)).shown, /secret-proxy/);
    assert.equal((await complete(await token({ seconds: -60 }), stream)).status, 401);
  }
});

test('a project may want a token for everything', async () => {
  const starters = async (headers: Record<string, string> = {}) => {
    const answer = await fetch(`${server.url}/discovery/v1/appearance/${server.domain}`, {
      headers: { authorization: `Bearer ${server.assistantKey}`, ...headers },
    });
    assert.equal(answer.status, 200);
    return ((await answer.json()) as { starters: string[] }).starters;
  };
  const made = await starters();
  assert.ok(made.length > 0);
  await manage('PATCH', '', { settings: { requireReader: true } });
  for (const door of Object.keys(doors)) assert.equal((await knock(door)).status, 401, door);
  assert.equal((await complete()).status, 401);
  assert.deepEqual(await starters(), [], 'they are titles');
  assert.deepEqual(await starters({ 'x-docent-reader': await token({ seconds: -1 }) }), []);
  assert.deepEqual(await starters({ 'x-docent-reader': await token() }), made);
  assert.equal((await knock('search', await token())).status, 200);
  assert.equal((await knock('search', undefined, server.adminKey)).status, 200);
  await manage('PATCH', '', { settings: { requireReader: false } });
});
