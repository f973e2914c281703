import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { groupProject } from '../../src/analytics/group-new-questions.ts';
import { wordVectors } from '../../src/analytics/question-vectors.ts';
import { list } from '../helpers/manage.ts';
import { estimateTokens } from '../../src/mcp/token-budget.ts';
import { post, startServer, type TestServer } from '../helpers/server.ts';

const code = `\`\`\`js\nconst proxy = {\n  url: "http://localhost:8080",\n\n  retries: 3, // as "often" as that\n};\n\`\`\``;
const long = Array.from(
  { length: 400 },
  (_, n) => `## Option ${n}\n\nOption number ${n} sets the ${n}th thing.`,
);

const chinese = Array.from({ length: 300 }, (_, n) => `第${n}节说明`).join('');

let server: TestServer;
before(async () => {
  server = await startServer({
    docs: {
      'proxy.md': `# Proxy\n\nAbout proxies.\n\n## Set it\n\nSet the proxy by \`HTTPS_PROXY\`, or in code:\n\n${code}\n\n## Leave it out\n\nSet \`NO_PROXY\`.\n\n${chinese}\n`,
      'options.md': `# Options\n\n${long.join('\n\n')}\n`,
      'guide/code.md': `# Code\n\n\`\`\`txt\n${'a line of code\n'.repeat(60)}\`\`\`\n\n\`\`\`txt\n${'another line\n'.repeat(60)}\`\`\`\n`,
      ...Object.fromEntries(
        Array.from({ length: 60 }, (_, n) => [`api/call-${n}.md`, `# Call ${n}\n\nCalls number ${n}.`]),
      ),
      'staff.md': '---\ntitle: Staff\ngroups: [staff]\n---\n\nThe proxy of the staff is secret-proxy.\n',
    },
  });
});
after(() => server.close());

async function connect(query = '', key = server.assistantKey): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const url = new URL(`${server.url}/mcp/${server.domain}${query}`);
  const headers = { authorization: `Bearer ${key}` };
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  return client;
}

type Said<Data> = { text: string; data: Data; isError: boolean };

async function call<Data>(client: Client, name: string, args: Record<string, unknown>): Promise<Said<Data>> {
  const { content, structuredContent, isError } = await client.callTool({ name, arguments: args });
  const [part] = content as { type: string; text: string }[];
  return { text: part!.text, data: structuredContent as Data, isError: isError === true };
}

type Found = {
  results: { id: string; title: string; url: string; text: string }[];
  more: { id: string }[];
  usedMeaning: boolean;
};
type Read = { path: string; title: string; fromLine: number; toLine: number; totalLines: number; nextLine: number | null; nextCharacter: number; text: string }; // prettier-ignore
type Listed = { pages: { path: string }[]; folders: { path: string; pages: number }[]; total: number };

describe('the docs as an MCP server for agents', () => {
  let client: Client;
  before(async () => {
    client = await connect();
  });
  after(() => client.close());

  test('says what it is for, and what its tools do', async () => {
    assert.match(client.getInstructions()!, /`search`.*`read`.*`list`.*`ask`/s);
    const { tools } = await client.listTools();
    assert.deepEqual(
      tools.map(({ name, annotations, outputSchema }) => [
        name,
        annotations?.readOnlyHint,
        outputSchema?.type,
      ]),
      [
        ['search', true, 'object'],
        ['read', true, 'object'],
        ['list', true, 'object'],
        ['ask', true, 'object'],
        ['report', false, 'object'],
      ],
    );
  });

  test('search gives whole sections with their code, within the budget', async () => {
    const { text, data } = await call<Found>(client, 'search', { query: 'HTTPS_PROXY in code' });
    assert.equal(data.results[0]?.id, 'proxy#set-it');
    assert.equal(data.results[0].url, `${server.url}/${server.domain}/pages/proxy#set-it`);
    assert.ok(data.results[0].text.endsWith(code));
    assert.ok(text.includes(code));
    assert.equal(data.usedMeaning, false);
    const small = await call<Found>(client, 'search', { query: 'option number thing', maxTokens: 300 });
    assert.ok(small.text.length < 300 * 4, `${small.text.length} characters`);
    assert.ok(small.data.results.length > 0);
    assert.match((await call(client, 'search', { query: 'zzz qqq xxx' })).text, /nothing for this/);
  });

  test('read gives a page, a section or lines, and goes on where a page is long', async () => {
    const section = await call<Read>(client, 'read', { page: 'proxy#set-it' });
    assert.match(section.data.text, /^## Set it\n/);
    assert.ok(section.data.text.endsWith(code));
    for (const page of ['/proxy.md', `${server.url}/proxy`, 'proxy'])
      assert.match((await call<Read>(client, 'read', { page })).data.text, /^# Proxy\n/);
    const lines = await call<Read>(client, 'read', { page: 'proxy', fromLine: 5, toLine: 7 });
    assert.match(lines.data.text, /^## Set it\n\nSet the proxy/);
    assert.match(lines.text, /lines 5–7 of/);

    let [from, whole, pieces]: [number | null, string[], number] = [1, [], 0];
    while (from !== null) {
      const piece: Said<Read> = await call<Read>(client, 'read', {
        page: 'options',
        fromLine: from,
        maxTokens: 2_000,
      });
      assert.ok(piece.text.length < 2_000 * 4);
      whole.push(piece.data.text);
      from = piece.data.nextLine;
      pieces += 1;
    }
    assert.ok(pieces > 3);
    assert.equal(whole.join('\n').trim(), `# Options\n\n${long.join('\n\n')}`);
    let [at, read, parts]: [{ fromLine: number; fromCharacter: number } | null, string, number] = [
      { fromLine: 1, fromCharacter: 0 },
      '',
      0,
    ];
    while (at !== null) {
      const { data }: Said<Read> = await call<Read>(client, 'read', {
        page: 'proxy',
        maxTokens: 500,
        ...at,
      });
      assert.ok(estimateTokens(data.text) <= 500);
      read += data.text;
      at = data.nextLine === null ? null : { fromLine: data.nextLine, fromCharacter: data.nextCharacter };
      parts += 1;
    }
    assert.ok(parts >= 3);
    assert.ok(read.includes(chinese), 'a line that is too long for one part can be read to its end');
    const fenced = await call<Read>(client, 'read', { page: 'guide/code', maxTokens: 450 });
    assert.equal(
      fenced.data.text.match(/```/g)?.length,
      2,
      'no block of code is cut that fits in the next piece',
    );
    assert.match(
      (await call(client, 'read', { page: 'proxy#nowhere' })).text,
      /It has #set-it, #leave-it-out/,
    );
    assert.equal((await call(client, 'read', { page: 'nowhere' })).isError, true);
  });

  test('list gives the pages, or the folders where pages are too many', async () => {
    const whole = await call<Listed>(client, 'list', {});
    assert.equal(whole.data.pages.length, 63);
    assert.match(whole.text, /- proxy: Proxy/);
    const short = await call<Listed>(client, 'list', { maxTokens: 200 });
    assert.deepEqual(short.data.folders, [{ path: 'api', pages: 60 }]);
    assert.equal(short.data.total, 63);
    const under = await call<Listed>(client, 'list', { under: '/guide/' });
    assert.deepEqual(
      under.data.pages.map(({ path }) => path),
      ['guide/code'],
    );
  });

  test('ask answers with citations and goes on in its thread', async () => {
    type Answer = { answer: string; outcome: string; citations: { url: string }[]; threadId: string };
    const { data, text } = await call<Answer>(client, 'ask', { question: 'How do I set the proxy?' });
    assert.match(text, /HTTPS_PROXY/);
    assert.equal(data.answer, text);
    assert.ok(data.citations.some(({ url }) => url.startsWith(`${server.url}/${server.domain}/pages/proxy`)));
    const next = await call<Answer>(client, 'ask', { question: 'And without?', threadId: data.threadId });
    assert.equal(next.data.threadId, data.threadId);
    const refused = await call(client, 'ask', {
      question: 'x?',
      threadId: data.threadId,
      threadKey: 'wrong',
    });
    assert.equal(refused.isError, true);
  });

  test('report files a question without an answer', async () => {
    const question = 'How is a proxy set for one call?';
    await call(client, 'report', { question, details: 'call-3 says nothing of it.', page: 'api/call-3' });
    const [newest] = await list(server, 'conversations');
    assert.equal(newest?.['question'], `${question}\n\ncall-3 says nothing of it.`);
    assert.equal(newest['unanswered'], 1);
    await groupProject(server.app.store, server.projectId, async () => wordVectors);
    const gap = (await list(server, 'gaps')).find(({ label }) => String(label).startsWith(question));
    assert.deepEqual(gap?.['origins'], ['mcp'], 'who looks at gaps sees where it came from');
  });
});

describe('the MCP endpoint', () => {
  test('ChatGPT’s connectors get the two tools that they ask for', async () => {
    const client = await connect('?for=chatgpt');
    const { tools } = await client.listTools();
    assert.deepEqual(
      tools.map(({ name }) => name),
      ['search', 'fetch'],
    );
    const found = await call<Found>(client, 'search', { query: 'HTTPS_PROXY in code' });
    assert.deepEqual(JSON.parse(found.text), found.data);
    assert.equal(found.data.results[0]?.id, 'proxy#set-it');
    for (const id of [found.data.results[0].id, '/proxy.md']) {
      const page = await call<{ id: string; text: string }>(client, 'fetch', { id });
      assert.deepEqual(JSON.parse(page.text), page.data);
      assert.equal(page.data.id, 'proxy');
      assert.match(page.data.text, /HTTPS_PROXY/);
    }
    await client.close();
  });

  test('pages of access groups are there for those groups only', async () => {
    const query = { query: 'proxy of the staff' };
    for (const stranger of [await connect(), await connect('?groups=staff')]) {
      assert.doesNotMatch(JSON.stringify(await call(stranger, 'search', query)), /staff/i);
      assert.doesNotMatch((await call(stranger, 'list', {})).text, /staff/i);
      assert.equal((await call(stranger, 'read', { page: 'staff' })).isError, true);
      await stranger.close();
    }
    const member = await connect('?groups=staff,others', server.adminKey);
    assert.match((await call(member, 'search', query)).text, /secret-proxy/);
    assert.match((await call(member, 'read', { page: 'staff' })).text, /secret-proxy/);
    await member.close();
  });

  test('clients of the revisions before MCP became stateless are served too', async () => {
    const params = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'old', version: '1' },
    };
    const answer = await post(
      `${server.url}/mcp/${server.domain}`,
      server.assistantKey,
      { jsonrpc: '2.0', id: 1, method: 'initialize', params },
      { accept: 'application/json, text/event-stream' },
    );
    assert.equal(answer.status, 200);
    // Not an event: what asks by curl, or takes JSON only, reads it as it is.
    assert.equal(answer.headers.get('content-type'), 'application/json');
    const { id, result } = (await answer.json()) as { id: number; result: { protocolVersion: string } };
    assert.deepEqual([id, result.protocolVersion], [1, '2025-06-18']);
  });

  test('nulls for what is left out, and an Accept that says less, cost nobody an answer', async () => {
    const params = { name: 'search', arguments: { query: 'proxy', version: null, maxTokens: null } };
    for (const accept of ['*/*', 'application/json']) {
      const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
      const answer = await post(`${server.url}/mcp/${server.domain}`, server.assistantKey, message, {
        accept,
      });
      assert.equal(answer.status, 200, accept);
      const { result } = (await answer.json()) as { result: { isError?: true; content: object[] } };
      assert.deepEqual([result.isError, result.content.length], [undefined, 1]);
    }
  });

  test('nobody can keep a stream of changes open', async () => {
    const client = await connect();
    await assert.rejects(client.listen({ toolsListChanged: true }));
    await client.close();
  });

  test('a key is needed, and what is not a message is refused in words', async () => {
    const url = `${server.url}/mcp/${server.domain}`;
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    assert.equal((await post(url, 'svc_dsc_wrong', message)).status, 401);
    assert.equal((await post(url, server.assistantKey, { hello: 'there' })).status, 400);
    // Many calls in one request would count as one.
    assert.equal((await post(url, server.assistantKey, [message, message])).status, 400);
    assert.equal((await fetch(url)).status, 405);
  });
});
