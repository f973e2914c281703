// One request costs no more than its length explains, and is counted before it is read.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Question } from '../../src/assistant/question.ts';
import { parseChatCompletion } from '../../src/protocol/chat-completions/request.ts';
import { parseV1Request } from '../../src/protocol/v1/request.ts';
import { parseV2Request } from '../../src/protocol/v2/request.ts';
import { parseJson } from '../../src/http/read-body.ts';
import { maskPrivate } from '../../src/lib/mask-private.ts';
import { cpuTime } from '../helpers/cpu-time.ts';
import { plainText, questionOf, worstTexts } from '../helpers/worst-texts.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

/**
 * Of the time of a plain request of the same length. The worst takes 6 times; another thread of this process that is busy
 * meanwhile counts, too, and doubles it. What backtracks takes hundreds.
 */
const maxFactor = 20;

describe('CPU', () => {
  const { id, fp } = questionOf('');
  const readers: Record<string, (text: string) => Question> = {
    v2: (text) => parseV2Request(questionOf(text)).question,
    v1: (text) =>
      parseV1Request({
        id,
        fp,
        messages: [{ id: '1', role: 'user', content: text, parts: [{ type: 'text', text }] }],
      }).question,
    'chat completions': (text) =>
      parseChatCompletion({ model: 'docs', messages: [{ role: 'user', content: text }] }).question,
  };
  test('a question of 950 KB is read and masked in a small factor of the time of a plain one, at every door', () => {
    const mask = cpuTime(() => maskPrivate(plainText), 5);
    const works = Object.entries<(text: string) => unknown>({ ...readers, masking: maskPrivate });
    for (const [door, work] of works) {
      // What is read at any door is masked, too.
      const usual = mask + (work === maskPrivate ? 0 : cpuTime(() => work(plainText), 5));
      for (const [name, text] of Object.entries(worstTexts)) {
        const factor = cpuTime(() => work(text), 9, usual * maxFactor) / usual;
        assert.ok(factor < maxFactor, `${door}, ${name}: ${factor.toFixed(1)} times`);
      }
    }
  });

  test('a body of 11.7 MB costs no more than one of the same length with a file in it', () => {
    const length = 11_700_000;
    const file = { ...questionOf('Hi'), file: `data:text/plain;base64,${'QUFB'.repeat(length / 4)}` };
    const usual = cpuTime(() => parseJson(Buffer.from(JSON.stringify(file))), 5);
    const bodies = {
      numbers: `[${'1,'.repeat(length / 2)}1]`,
      objects: `{"messages":[${'{"a":1},'.repeat(length / 8)}1]}`,
      keys: `{${'"a":1,'.repeat(length / 6)}"a":1}`,
      strings: `[${'"",'.repeat(length / 3)}1]`,
      escapes: `["${'\\"'.repeat(length / 2)}"]`,
      depth: '['.repeat(length),
    };
    for (const [name, body] of Object.entries(bodies)) {
      const bytes = Buffer.from(body);
      const read = () => {
        try {
          parseJson(bytes);
        } catch {}
      };
      const factor = cpuTime(read, 9, usual * maxFactor) / usual;
      assert.ok(factor < maxFactor, `${name}: ${factor.toFixed(1)} times`);
    }
  });
});

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

  test('the worst searches, page reads and MCP calls cost a small factor of plain ones of their length', async () => {
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
      const cost = async (text: string, runs: number) => {
        const sent = JSON.stringify(body(text.slice(0, length)));
        let least = Infinity;
        for (let run = 0; run < runs; run++) {
          const before = process.cpuUsage();
          // Each from a place of its own, and not from the internet: nobody is over a limit.
          const answer = await send(path, `10.1.${asked >> 8}.${asked++ & 255}`, sent);
          await answer.text();
          assert.ok(answer.status < 429, `${path}: ${answer.status}`);
          const { user, system } = process.cpuUsage(before);
          least = Math.min(least, user + system);
        }
        return least;
      };
      await cost(plainText, 1);
      const usual = await cost(plainText, 3);
      for (const [name, text] of Object.entries(worstTexts)) {
        let factor = (await cost(text, 1)) / usual;
        if (factor >= maxFactor) factor = (await cost(text, 3)) / usual;
        assert.ok(factor < maxFactor, `${path}, ${name}: ${factor.toFixed(1)} times`);
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
