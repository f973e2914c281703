import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { listTurns } from '../../src/store/turns.ts';
import { scriptedModel, textAnswer } from '../helpers/scripted-model.ts';
import { post, startServer, type TestServer } from '../helpers/server.ts';

type Chunk = { type: string; [key: string]: unknown };

describe('the assistant', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer();
  });
  after(() => server.close());

  const ask = (text: string, more: object = {}, headers: Record<string, string> = {}) =>
    post(
      `${server.url}/discovery/v2/assistant/${server.domain}/message`,
      server.assistantKey,
      { fp: 'anonymous', messages: [{ id: '1', role: 'user', parts: [{ type: 'text', text }] }], ...more },
      headers,
    );
  const chunks = async (response: Response): Promise<Chunk[]> =>
    [...(await response.text()).matchAll(/^data: (\{.*\})$/gm)].map(([, json]) => JSON.parse(json!) as Chunk);
  const textOf = (list: Chunk[]) =>
    list
      .filter(({ type }) => type === 'text-delta')
      .map(({ delta }) => delta)
      .join('');
  const results = (list: Chunk[]) =>
    list.find(({ type }) => type === 'tool-output-available')?.output as {
      path: string;
      content: string;
      metadata: { title: string };
    }[];

  test('an answer is the search step, the sources, cited text and a finish', async () => {
    const list = await chunks(await ask('How do I install Harbour on Linux?'));
    const cited = list.filter(({ type }) => type === 'source-url');
    assert.ok(cited.length > 0);
    assert.deepEqual(
      list.map(({ type }) => type).filter((type, index, all) => type !== all[index - 1]),
      [
        'start',
        'data-thread',
        'start-step',
        'tool-input-start',
        'tool-input-available',
        'tool-output-available',
        'finish-step',
        'start-step',
        'text-start',
        'text-delta',
        ...Array.from({ length: cited.length }, () => ['source-url', 'text-delta']).flat(),
        'text-end',
        'finish-step',
        'finish',
      ],
    );
    assert.equal(results(list)[0]?.path, 'guide/install');
    assert.match(
      textOf(list),
      /\*\*Install Harbour › Linux\*\* \(\[1\]\(\/guide\/install#linux\)\)[^]*apt install harbour[^]*\n---\n\n1\. \[Install Harbour\]\(\/guide\/install\)/,
    );
    assert.equal(cited[0]?.url, '/guide/install#linux');
  });

  test('it says plainly when the docs do not hold the answer, and stores the turn as unanswered', async () => {
    const response = await ask('Who won the football championship in 1954?');
    const threadId = response.headers.get('x-thread-id')!;
    assert.match(textOf(await chunks(response)), /^The docs do not seem to answer this/);
    const [turn] = await listTurns(server.app.store, { projectId: server.projectId, threadId, limit: 1 });
    assert.equal(turn?.status, 'unanswered');
    assert.equal(turn?.reason, 'not_in_docs');
  });

  test('thanks are no question that the docs leave open', async () => {
    const response = await ask('Thanks for the help!');
    const threadId = response.headers.get('x-thread-id')!;
    assert.match(textOf(await chunks(response)), /^Ask me about these docs: .*\.$/);
    const [turn] = await listTurns(server.app.store, { projectId: server.projectId, threadId, limit: 1 });
    assert.deepEqual([turn?.status, turn?.reason], ['partial', 'clarifying']);
  });

  test('retrievalPageSize is how many results ground the answer', async () => {
    const list = await chunks(await ask('Harbour', { retrievalPageSize: 1 }));
    assert.equal(results(list).length, 1);
  });

  test('what the user selected is searched too', async () => {
    const context = [{ type: 'textSelection', value: 'user name and password for the proxy' }];
    const list = await chunks(await ask('Where do I put this in Harbour?', { context }));
    assert.ok(results(list).some(({ path }) => path === 'guide/proxy'));
  });

  test('pages of groups stay hidden from those who give none', async () => {
    const search = async (filter: object) =>
      results(await chunks(await ask('What is the secret discount code for partners?', { filter })));
    assert.ok(!(await search({})).some(({ path }) => path === 'internal/prices'));
    assert.ok(!(await search({ groups: ['staff'] })).some(({ path }) => path === 'internal/prices'));
  });

  test('the first answer of a thread carries its id and its key; later answers no key', async () => {
    const first = await ask('How do I set a proxy?');
    const threadId = first.headers.get('x-thread-id')!;
    const threadKey = first.headers.get('x-thread-key')!;
    assert.match(threadId, /^thr_/);
    const finish = (await chunks(first)).at(-1);
    assert.equal(finish?.threadId, threadId, 'a raw reader finds it on the finish');
    const second = await ask('and the password?', { threadId });
    assert.equal(second.headers.get('x-thread-id'), threadId);
    assert.equal(second.headers.get('x-thread-key'), null);
    await second.text();
    const keyed = await ask('and the password?', { threadId, threadKey, fp: 'someone-else' });
    assert.equal(keyed.status, 200);
    await keyed.text();
  });

  for (const [what, more] of [
    ['a wrong threadKey', { threadKey: 'thk_wrong' }],
    ['another fp without the key', { fp: 'someone-else' }],
  ] as const) {
    test(`${what} is 404 thread_not_found`, async () => {
      const first = await ask('How do I set a proxy?');
      await first.text();
      const refused = await ask('and then?', { threadId: first.headers.get('x-thread-id'), ...more });
      assert.equal(refused.status, 404);
      assert.equal(((await refused.json()) as { code: string }).code, 'thread_not_found');
    });
  }

  test('a threadId that the project does not know starts a thread under that id', async () => {
    const response = await ask('How do I set a proxy?', { threadId: 'my-own-id' });
    assert.equal(response.headers.get('x-thread-id'), 'my-own-id');
    assert.ok(response.headers.get('x-thread-key'));
    await response.text();
  });

  test('a follow-up that sends only its own words is searched with the stored question before it', async () => {
    const first = await ask('How do I install Harbour on Linux?');
    await first.text();
    const list = await chunks(await ask('and on macOS?', { threadId: first.headers.get('x-thread-id') }));
    assert.match(textOf(list), /Homebrew/);
  });

  test('every turn is stored with its answer, sources, deployment and timings', async () => {
    const response = await ask('How do I install Harbour on macOS?');
    const text = textOf(await chunks(response));
    const threadId = response.headers.get('x-thread-id')!;
    const [turn] = await listTurns(server.app.store, { projectId: server.projectId, threadId, limit: 1 });
    assert.equal(turn?.answer, text);
    assert.equal(turn?.status, 'answered');
    assert.ok(turn?.sources.some(({ url }) => url === '/guide/install#macos'));
    assert.match(turn?.deploymentId ?? '', /^dpl_/);
    assert.ok(Number(turn?.timings.firstTextMs) >= 0);
  });
});

test('a model that fails in mid-stream ends with an error part and a finish; the turn is stored as failed', async () => {
  const model = scriptedModel(function* () {
    yield { type: 'text-delta', id: '0', delta: 'Half an ans' };
    throw new Error('secret upstream address 10.0.0.7');
  });
  const server = await startServer({ model });
  const url = (version: string) => `${server.url}/discovery/${version}/assistant/${server.domain}/message`;
  const message = { id: '1', role: 'user', content: 'proxy?', parts: [{ type: 'text', text: 'proxy?' }] };
  const v2 = await (await post(url('v2'), server.assistantKey, { fp: 'a', messages: [message] })).text();
  assert.match(v2, /"type":"error","errorText":"The answer could not be finished/);
  assert.match(v2, /"type":"finish"[^]*\[DONE\]\n\n$/);
  const response = await post(url('v1'), server.assistantKey, { fp: 'a', messages: [message] });
  const v1 = await response.text();
  assert.match(v1, /^3:"The answer could not be finished/m);
  assert.match(v1, /^d:\{[^\n]*"finishReason":"error"/m);
  assert.doesNotMatch(v1 + v2, /upstream|10\.0\.0\.7/);
  const [turn] = await listTurns(server.app.store, {
    projectId: server.projectId,
    threadId: response.headers.get('x-thread-id')!,
    limit: 1,
  });
  assert.equal(turn?.status, 'failed');
  await server.close();
});

test('a citation of something that was not retrieved never reaches the client', async () => {
  const server = await startServer({
    model: scriptedModel(() => textAnswer('Use it. [[s', '99', ']] Or not. [[s1]]')),
  });
  const url = `${server.url}/discovery/v2/assistant/${server.domain}/message`;
  const text = await (
    await post(url, server.assistantKey, {
      fp: 'a',
      messages: [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'proxy setting' }] }],
    })
  ).text();
  assert.doesNotMatch(text, /s99|\[\[/);
  assert.equal(text.match(/"type":"source-url"/g)?.length, 1);
  await server.close();
});
