// A request is counted before it is read, and the worst are answered like others.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { questionOf, worstTexts } from '../helpers/worst-texts.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

describe('counts', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer({
      settings: {
        DOCENT_TRUSTED_PROXIES: '127.0.0.1, ::1',
        DOCENT_LIMIT_ASSISTANT_PER_IP_PER_DAY: '3',
        DOCENT_LIMIT_SEARCH_PER_HOUR: '1000',
        DOCENT_LIMIT_SEARCH_PER_IP_PER_HOUR: '2',
        DOCENT_LIMIT_REQUESTS_PER_IP_PER_HOUR: '3',
      },
    });
  });
  after(() => server.close());

  const send = (path: string, from: string, body: string, key = server.assistantKey) =>
    fetch(server.url + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'x-forwarded-for': from,
      },
      body,
    });

  test('refused and invalid requests count against their address, before the body is read', async () => {
    const path = `/discovery/v2/assistant/${server.domain}/message`;
    const body = JSON.stringify(questionOf('Hi'));
    assert.equal((await send(path, '203.0.113.1', '{')).status, 400);
    assert.equal((await send(path, '203.0.113.1', body, 'nonsense')).status, 401);
    assert.equal((await send(path, '203.0.113.1', body)).status, 200);
    assert.equal((await send(path, '203.0.113.1', '{')).status, 429, 'not the 400 of a body that was read');
    assert.equal((await send(path, '203.0.113.2', body)).status, 200);
  });

  test('each other endpoint counts refused requests against their address, too', async () => {
    const project = server.projectId;
    const others = [
      ['POST', `/manage/v1/projects/${project}/previews`],
      ['POST', `/v2/agent/${project}/job`],
      ['GET', `/v1/analytics/${project}/feedback`],
      ['POST', `/v1/project/update/${project}`],
      ['GET', `/manage/v1/projects/${project}/gaps`],
      ['GET', `/v1/models`],
    ] as const;
    for (const [nth, [method, path]] of others.entries()) {
      const ask = async (key: string) => {
        const headers = { authorization: `Bearer ${key}`, 'x-forwarded-for': `203.0.113.${100 + nth}` };
        return (await fetch(server.url + path, { method, headers })).status;
      };
      for (let refused = 0; refused < 3; refused++) assert.equal(await ask('nonsense'), 401, path);
      assert.equal(await ask('nonsense'), 429, path);
      assert.equal(await ask(server.adminKey), 429, path);
    }
  });

  test('the kind of a key decides how many bytes may come, before one of them is read', async () => {
    const path = `/discovery/v2/assistant/${server.domain}/message`;
    const most = async (from: string, key: string, megabytes: number) =>
      (await send(path, from, ' '.repeat(megabytes * 1024 ** 2), key)).status;
    assert.equal(await most('203.0.113.20', 'nonsense', 1), 401);
    assert.equal(await most('203.0.113.20', server.assistantKey, 9), 413);
    assert.equal(await most('203.0.113.20', server.adminKey, 9), 400, 'it is read, and no JSON');
  });

  test('searches by API and by MCP share one limit of their address, and leave others the organization’s', async () => {
    const search = (from: string) =>
      send(`/discovery/v1/search/${server.domain}`, from, JSON.stringify({ query: 'install' }));
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    assert.equal((await search('203.0.113.3')).status, 200);
    assert.notEqual((await send(`/mcp/${server.domain}`, '203.0.113.3', JSON.stringify(call))).status, 429);
    assert.equal((await search('203.0.113.3')).status, 429);
    assert.equal((await search('203.0.113.4')).status, 200);
  });

  test('the worst searches, page reads and MCP calls are answered', async () => {
    const call = (name: string, args: object) => ({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: args },
    });
    const { domain } = server;
    const doors: [path: string, length: number, body: (text: string) => object][] = [
      [`/discovery/v1/search/${domain}`, 100_000, (query) => ({ query })],
      [`/discovery/v1/search/${domain}`, 100_000, (query) => ({ query, typing: true })],
      [`/discovery/v1/page/${domain}`, 2_000, (path) => ({ path })],
      [`/mcp/${domain}`, 10_000, (query) => call('search', { query })],
      [`/mcp/${domain}`, 2_000, (page) => call('read', { page })],
    ];
    let asked = 0;
    for (const [path, length, body] of doors) {
      for (const [name, text] of Object.entries(worstTexts(length))) {
        // Each from a place of its own, and not from the internet: nobody is over a limit.
        const from = `10.1.${asked >> 8}.${asked++ & 255}`;
        const answer = await send(path, from, JSON.stringify(body(text.slice(0, length))));
        await answer.text();
        assert.ok([200, 400, 404].includes(answer.status), `${path}, ${name}: ${answer.status}`);
      }
    }
  });

  test('what was searched for is stored clipped', async () => {
    await send(
      `/discovery/v1/search/${server.domain}`,
      '203.0.113.5',
      JSON.stringify({ query: 'install '.repeat(9_000) }),
    );
    const [newest] = await server.app.store.db
      .selectFrom('searches')
      .select('query')
      .orderBy('createdAt', 'desc')
      .limit(1)
      .execute();
    assert.ok(newest!.query.length <= 1_000);
  });

  test('every answer says that it is what it says it is, and is kept by nobody', async () => {
    for (const path of ['/healthz', '/openapi.json', '/reference', '/manage/v1/session', '/nothing/here']) {
      const { headers } = await fetch(server.url + path);
      assert.equal(headers.get('x-content-type-options'), 'nosniff', path);
      assert.equal(headers.get('cache-control'), 'no-store', path);
    }
    const page = await send(
      `/discovery/v1/page/${server.domain}`,
      '203.0.113.6',
      JSON.stringify({ path: '/' }),
    );
    assert.equal(page.headers.get('cache-control'), 'no-store');
    const first = await (await fetch(`${server.url}/openapi.json`)).text();
    assert.equal(await (await fetch(`${server.url}/openapi.json`)).text(), first);
  });
});
