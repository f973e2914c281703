import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { findProjectById, updateProject } from '../../src/store/projects.ts';
import { type Chunk, ask, turnOf } from '../helpers/ask.ts';
import { exampleDocs } from '../helpers/docs-folder.ts';
import { answered, callsTool, hangs, refuses, type Reply, says } from '../helpers/model-replies.ts';
import { type ModelRequest, type ModelServer, startModelServer } from '../helpers/model-server.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

const docs = {
  ...exampleDocs,
  '.docent/assistant.md': 'Always call the product Harbour Pro.',
  '.docent/skills/proxies.md': '---\ndescription: proxy settings\n---\nAsk for the proxy vendor.',
  '.docent/skills/billing.md': '---\ndescription: invoices\n---\nName the plan.',
};

describe('a turn with a language model over HTTP', () => {
  let model: ModelServer;
  let server: TestServer;
  let script: (request: ModelRequest, call: number) => Reply;
  let calls = 0;
  before(async () => {
    model = await startModelServer((request) => script(request, ++calls));
    server = await startServer({
      docs,
      settings: {
        DOCENT_MODEL: 'compatible/m',
        DOCENT_MODEL_URL: `${model.url}/v1`,
        DOCENT_MODEL_PRICES: '{"compatible/m":{"input":10,"cachedInput":1,"output":20}}',
        DOCENT_BASE_URL: 'https://docs.harbour.example',
      },
    });
  });
  after(async () => {
    await server.close();
    await model.close();
  });
  const play = (reply: typeof script) => {
    script = reply;
    calls = 0;
    model.requests.length = 0;
  };
  const prompt = (call = 0) => model.requests[call]!.body.messages as { role: string; content: unknown }[];
  const system = () => prompt()[0]!.content as string;
  const lastUser = () => JSON.stringify(prompt().findLast(({ role }) => role === 'user'));
  const types = (chunks: Chunk[]) =>
    chunks.map(({ type }) => type).filter((type, index, all) => type !== all[index - 1]);

  test('the docs are searched before the model is called, and what was found is in its first prompt', async () => {
    play(() => says('Use apt. [[s1]]'));
    const { text } = await ask(server, 'How do I install Harbour on Linux?');
    assert.equal(model.requests.length, 1);
    assert.match(lastUser(), /apt install harbour/);
    assert.equal(
      text,
      'Use apt. ([1](https://docs.harbour.example/guide/install#linux))\n\n---\n\n1. [Install Harbour](https://docs.harbour.example/guide/install)',
    );
  });

  const isRewrite = (request: ModelRequest) =>
    JSON.stringify(request.body.messages).includes('You rewrite the last');

  test('a follow-up is searched for as the question that it is, and the call that says so is paid', async () => {
    const meant =
      '{"question":"Where does Harbour keep the proxy password?","queries":["proxyAuth"],"version":null}';
    play((request) =>
      isRewrite(request) ? says('```json\n', meant, '\n```') : says('In proxyAuth. [[s1]]'),
    );
    const first = await ask(server, 'How many pulls can I make in an hour?');
    const { usage: alone } = await turnOf(server, first);
    const followUp = await ask(server, 'and the secret for the other thing, where is it kept?', {
      threadId: first.threadId,
    });
    assert.deepEqual(
      model.requests.map((request) => isRewrite(request)),
      [false, true, false],
    );
    assert.match(JSON.stringify(prompt(1)), /How many pulls can I make/);
    assert.match(followUp.text, /guide\/proxy#authentication/);
    const { usage } = await turnOf(server, followUp);
    assert.ok(usage.inputTokens > alone.inputTokens, 'both calls are counted');
  });

  test('a rewriting that fails, is late or says nothing of use leaves the follow-up to its own words', async () => {
    for (const reply of [says('I cannot do that.'), refuses(500), hangs]) {
      play((request) => (isRewrite(request) ? reply : says('Use apt. [[s1]]')));
      const first = await ask(server, 'What does Harbour need?');
      const { text } = await ask(server, 'How do I install it on Linux?', { threadId: first.threadId });
      assert.match(text, /guide\/install#linux/);
    }
  });

  test('each tool call is a step of its own, and text before it is closed in its own step', async () => {
    play((_, call) => {
      if (call === 1) return callsTool('search', { query: 'rate limits' }, 'Let me look. ');
      if (call === 2) return callsTool('read_page', { path: '/guide/proxy' });
      return says('Set the proxy. [[s1]]');
    });
    const { chunks, text } = await ask(server, 'How do I set the proxy?');
    assert.deepEqual(types(chunks).slice(2), [
      'start-step', 'tool-input-start', 'tool-input-available', 'tool-output-available', 'finish-step',
      'start-step', 'text-start', 'text-delta', 'text-end', 'finish-step',
      'start-step', 'tool-input-start', 'tool-input-available', 'tool-output-available', 'finish-step',
      'start-step', 'tool-input-start', 'tool-input-available', 'tool-output-available', 'finish-step',
      'start-step', 'text-start', 'text-delta', 'source-url', 'text-delta', 'data-suggestions', 'text-end',
      'finish-step', 'finish',
    ]); // prettier-ignore
    assert.match(text, /^Let me look\. Set the proxy\./);
    const results = chunks.filter(({ type }) => type === 'tool-output-available');
    assert.deepEqual(
      results.map(({ output }) => Array.isArray(output)),
      [true, true, true],
    );
    assert.match(JSON.stringify(prompt(1)), /500 pulls/, 'what its search found');
    assert.match(JSON.stringify(prompt(2)), /CONNECT/, 'the page that it read');
  });

  test('what a tool found can be cited', async () => {
    play((request, call) => {
      if (call === 1) return callsTool('search', { query: 'rate limits pulls' });
      const found = JSON.parse(request.body.messages.at(-1).content) as {
        sections: { id: string; text: string }[];
      };
      const id = found.sections.find(({ text }) => text.includes('500 pulls'))?.id;
      return says(`500. [[${id}]]`);
    });
    const { text } = await ask(server, 'How do I set the proxy?');
    assert.match(text, /^500\. \(\[1\]\(https:\/\/docs\.harbour\.example\/reference\/limits#rate-limits\)\)/);
  });

  test('a page that the asker may not see cannot be read by a tool', async () => {
    play((_, call) =>
      call === 1 ? callsTool('read_page', { path: '/internal/prices' }) : says('No. [[unanswered]]'),
    );
    await ask(server, 'What is the discount code?');
    assert.match(JSON.stringify(prompt(1)), /There is no such page/);
    assert.doesNotMatch(JSON.stringify(prompt(1)), /SEAGULL/);
  });

  test('an endless tool loop ends with an answer or a well-formed error, within its bounds', async () => {
    play(() => callsTool('search', { query: 'again' }));
    const { chunks, body } = await ask(server, 'How do I set the proxy?');
    assert.equal(chunks.at(-1)?.type, 'finish');
    assert.match(body, /\[DONE\]\n\n$/);
    assert.ok(model.requests.length <= 8 + 2, String(model.requests.length));
    assert.ok(chunks.filter(({ type }) => type === 'tool-input-available').length <= 17);
    assert.equal(model.requests.at(-1)!.body.tool_choice, 'none');
  });

  test('the start of the prompt is the same for every question, so that it can be cached', async () => {
    play(() => says('A. [[s1]]'));
    await ask(server, 'How do I install Harbour on Linux?');
    await ask(server, 'How many pulls can I make in an hour?');
    assert.equal(prompt(0)[0]!.content, prompt(1)[0]!.content);
    assert.deepEqual(model.requests[0]!.body.tools, model.requests[1]!.body.tools);
    assert.match(system(), /^You answer questions[^]*Always call the product Harbour Pro\.$/);
  });

  test('what is written in the settings is told to the model, after what the docs say', async () => {
    const { store } = server.app;
    const { organizationId } = (await findProjectById(store, server.projectId))!;
    const by = { organizationId, id: server.projectId };
    await updateProject(store, by, { settings: { instructions: 'Call ships vessels.' } });
    play(() => says('A. [[s1]]'));
    await ask(server, 'How do I install Harbour on Linux?');
    await updateProject(store, by, { settings: { instructions: '' } });
    assert.match(system(), /Harbour Pro\.\n\nCall ships vessels\.$/);
  });

  test('a skill is given when the question matches it', async () => {
    play(() => says('A. [[s1]]'));
    await ask(server, 'How do I set a proxy?');
    assert.match(system(), /Ask for the proxy vendor/);
    assert.doesNotMatch(system(), /Name the plan/);
  });

  test('instructions are no page of the docs', async () => {
    play(() => says('A. [[s1]]'));
    const { chunks } = await ask(server, 'Always call the product Harbour Pro');
    assert.doesNotMatch(
      JSON.stringify(chunks.filter(({ type }) => type === 'tool-output-available')),
      /\.docent/,
    );
  });

  test('the page being viewed gets room in the prompt, whatever is asked', async () => {
    play(() => says('It is about limits. [[s1]]'));
    await ask(server, 'What is this about?', { currentPath: '/reference/limits' });
    assert.match(lastUser(), /page that the user is viewing[^]*500 pulls/);
  });

  test('selected text, code and files are quoted to the model as data', async () => {
    play(() => says('Yes. [[s1]]'));
    const file = {
      type: 'file',
      mediaType: 'text/plain',
      filename: 'log.txt',
      url: 'data:text/plain,proxy%20refused',
    };
    await ask(server, 'x', {
      messages: [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'Why the proxy error?' }, file] }],
      context: [{ type: 'code', value: 'proxyUrl: "a"', path: '/guide/proxy' }],
    });
    assert.match(lastUser(), /Attached file [^]*log\.txt[^]*proxy refused/);
    assert.match(lastUser(), /Code that the user selected on [^]*proxyUrl/);
  });

  test('links into the docs are checked while they stream', async () => {
    play(() =>
      answered({ text: ['See [the ', 'proxy guide](/gui', 'de/proxy#authen', 'tication), [gone](https://docs.harbour.', 'example/gone) and [us](https://github.com/x). [[s1]]'] }),
    ); // prettier-ignore
    const { text } = await ask(server, 'How do I set the proxy?');
    assert.ok(text.startsWith('See [the proxy guide](https://docs.harbour.example/guide/proxy#authentication), gone and [us](https://github.com/x).'), text); // prettier-ignore
  });

  test('tokens, cached tokens, money and times are stored with the turn', async () => {
    play(() => answered({ text: ['A. [[s1]]'], cachedTokens: 100 }));
    const turn = await turnOf(server, await ask(server, 'How do I set the proxy?'));
    assert.deepEqual(turn.usage, { inputTokens: 120, outputTokens: 34, cachedInputTokens: 100 });
    assert.equal(turn.costMicros, 20 * 10 + 100 * 1 + 34 * 20);
    assert.equal(turn.model, 'compatible/m');
    assert.ok(turn.timings.firstTextMs !== null && turn.timings.totalMs >= turn.timings.firstTextMs);
  });

  for (const [what, reply, status, reason, outcome] of [
    ['a cited answer', 'Use it. [[s1]]', 'answered', null, 'answered'],
    ['one that says so', 'The docs do not say. [[unanswered]]', 'unanswered', 'not_in_docs', 'not_in_docs'],
    ['one that cites the closest', 'Only this. [[s1]] [[unanswered]]', 'unanswered', 'closest', 'closest'],
    [
      'one that says which part is missing',
      'Half. [[s1]] [[partial]]',
      'partial',
      'partly_in_docs',
      'partial',
    ],
    ['a question back', 'Which one? [[clarifying]]', 'partial', 'clarifying', 'partial'],
    ['one that shows nothing for what it says', 'Just use it.', 'unanswered', 'uncited', 'closest'],
    ['one that cites what was never retrieved', 'Use it. [[s99]]', 'unanswered', 'uncited', 'closest'],
  ] as const) {
    test(`${what} is stored as ${status}${reason === null ? '' : `, ${reason}`}`, async () => {
      play(() => says(reply));
      const asked = await ask(server, 'How do I set the proxy?');
      const turn = await turnOf(server, asked);
      assert.deepEqual([turn.status, turn.reason, turn.outcome], [status, reason, outcome]);
      const finish = asked.chunks.find(({ type }) => type === 'finish');
      assert.equal((finish!['messageMetadata'] as { outcome: string }).outcome, outcome);
      assert.equal(turn.sources.length, reply.includes('[[s1]]') ? 1 : 0);
      assert.doesNotMatch(asked.text, /\[\[/);
      assert.equal(
        asked.body.includes('data-suggestions'),
        status !== 'unanswered' && reason !== 'clarifying',
      );
    });
  }

  test('when the docs do not hold it, the model is told so and the nearest pages are offered', async () => {
    play(() => says('I could not find that. [[unanswered]]'));
    const { text } = await ask(server, 'Which proxy did the 1954 football champions bake bread with?');
    assert.match(lastUser(), /found nothing that seems to answer/);
    assert.match(text, /^I could not find that\. \n\n- \[.*\]\(https:\/\/docs\.harbour\.example/);
  });

  test('every suggestion is one that the docs answer', async () => {
    play(() => says('Use it. [[s1]]'));
    const { chunks } = await ask(server, 'How do I install Harbour on Linux?');
    const part = chunks.find(({ type }) => type === 'data-suggestions') as unknown as {
      transient: boolean;
      data: { suggestions: { text: string; path: string }[] };
    };
    assert.equal(part.transient, true);
    assert.ok(part.data.suggestions.length >= 1 && part.data.suggestions.length <= 3);
    for (const { text, path } of part.data.suggestions) {
      const { chunks: next } = await ask(server, text);
      const found = next.find(({ type }) => type === 'tool-output-available')?.output as { path: string }[];
      assert.ok(
        found.some((hit) => `/${hit.path}` === path.replace(/#.*/, '')),
        text,
      );
    }
  });
});

test('each language and version is answered from its own pages: those of the page being viewed', async () => {
  let reply = () => says('A. [[s1]]');
  const model = await startModelServer(() => reply());
  const page = (version: string, setting: string) =>
    `---\ntitle: Proxy\nversion: ${version}\n---\n\nSet the proxy address with \`${setting}\`.\n`;
  const server = await startServer({
    docs: {
      'v1/proxy.md': page('v1', 'oldProxy'),
      'v2/proxy.md': page('v2', 'newProxy'),
      'v2/streams.md':
        '---\ntitle: Streams\nversion: v2\n---\n\nSend the stream of events with `sendStream`.\n',
      'index.md': '# Home',
    },
    settings: { DOCENT_MODEL: 'compatible/m', DOCENT_MODEL_URL: `${model.url}/v1` },
  });
  const promptOf = async (more: object) => {
    await ask(server, 'How do I set the proxy address?', more);
    return JSON.stringify(model.requests.at(-1)?.body.messages);
  };
  const viewing = await promptOf({ currentPath: '/v1/proxy' });
  assert.match(viewing, /oldProxy/);
  assert.doesNotMatch(viewing, /newProxy/);
  const filtered = await promptOf({ filter: { version: 'v2' }, currentPath: '/v1/proxy' });
  assert.match(filtered, /newProxy/);
  const firstOf = async (text: string, more: object) => {
    const { chunks } = await ask(server, text, more);
    const found = chunks.find(({ type }) => type === 'tool-output-available')?.output as { path: string }[];
    return found[0]?.path;
  };
  const quoted = [{ type: 'textSelection', value: 'proxy address', path: '/v2/proxy' }];
  const more = { currentPath: '/v1/proxy' };
  assert.equal(await firstOf('How do I set the proxy address?', more), 'v1/proxy');
  assert.equal(
    await firstOf('How do I set this?', { ...more, context: quoted }),
    'v2/proxy',
    'what is quoted comes before what is viewed',
  );
  assert.equal(await firstOf('How do I set the proxy address in v2?', more), 'v2/proxy');
  assert.equal(
    await firstOf('How do I send the stream of events?', more),
    'v2/streams',
    'the page’s version is no wall',
  );
  const { text } = await ask(server, 'How do I set the proxy address in v2?', more);
  assert.match(text, /1\. \[Proxy \(v2\)\]/, 'the link says the version');
  let calls = 0;
  reply = () =>
    calls++ === 0 ? callsTool('search', { query: 'send the stream of events' }) : says('B. [[s1]]');
  const { chunks } = await ask(server, 'How do I set the proxy address?', more);
  const [first, again] = chunks
    .filter(({ type }) => type === 'tool-output-available')
    .map(({ output }) => (output as { path: string }[])[0]?.path);
  assert.deepEqual([first, again], ['v1/proxy', 'v2/streams'], 'nor is it one for the model');
  await server.close();
  await model.close();
});
