import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openAnswering } from '../bench/answers/answering.ts';
import { readingOf, refusesInWords } from '../bench/answers/reading.ts';
import { openEndpoint } from '../bench/scoreboard/endpoints.ts';
import { alone, docentWith, openModel } from '../bench/scoreboard/models.ts';
import { type Asked, notRun, rowOf, score } from '../bench/scoreboard/score.ts';
import { refuses, says } from './helpers/model-replies.ts';
import { startModelServer } from './helpers/model-server.ts';
import { startServer, type TestServer } from './helpers/server.ts';

const questions = [
  { question: 'How do I install Harbour on Linux?', expected: ['guide/install'], expect: ['apt'] },
  { question: 'What is the boiling point of mercury?', expected: [], inDocs: false },
];

let server: TestServer;
before(async () => {
  server = await startServer({ settings: { DOCENT_BASE_URL: 'https://docs.example.com/harbour' } });
});
after(() => server.close());

async function withIndex<T>(use: (index: Parameters<typeof docentWith>[1]) => Promise<T>): Promise<T> {
  const project = { id: server.projectId } as Parameters<typeof server.app.indexes.lease>[0];
  await using lease = await server.app.indexes.lease(project);
  return use(lease.index);
}

test('an AI SDK, OpenAI, Responses and MCP endpoint are asked in their own way and graded alike', async () => {
  const { url, domain, assistantKey } = server;
  for (const address of [
    `${url}/discovery/v2/assistant/${domain}/message`,
    `${url}/v1/chat/completions#${domain}`,
    `${url}/v1/responses#${domain}`,
    `${url}/mcp/${domain}`,
  ]) {
    const endpoint = openEndpoint(address, assistantKey);
    const ask: Asked = async (question) => ({ ...(await endpoint.ask(question)), costMicros: null });
    const result = await withIndex((index) => score(index, questions, ask));
    await endpoint.close();
    assert.deepEqual(result.grades, { right: 2, partly: 0, refused: 0, wrong: 0 }, address);
    assert.deepEqual([result.asked, result.failed, result.cited], [2, 0, 1], address);
    assert.match(rowOf(address, result), / 2 +0 +0 +0 +1 +\d+\.\d\d +–$/);

    const stranger = openEndpoint(address, 'wrong');
    const refused = await withIndex((index) =>
      score(index, questions, async (question) => ({ ...(await stranger.ask(question)), costMicros: null })),
    ).catch(notRun);
    await stranger.close();
    assert.equal(refused, 'not run: no key here', address);
  }
});

test('a model is asked with Docent and alone, and what it costs is told', async () => {
  const server2 = await startModelServer(({ body }) => {
    const prompt = JSON.stringify(body.messages);
    if (prompt.includes('mercury')) return says('The documentation does not mention this.');
    return says(
      prompt.includes('[s1]') || prompt.includes('s1') ? 'Run apt install harbour [[s1]].' : 'Use brew.',
    );
  });
  const env = {
    ...process.env,
    DOCENT_MODEL_URL: `${server2.url}/v1`,
    DOCENT_MODEL_PRICES: '{"compatible/m":{"input":1,"output":10}}',
  };
  const answering = await openAnswering('.');
  const model = await openModel('compatible/m', env);
  const [together, by] = await withIndex((index) =>
    Promise.all([
      score(index, questions, docentWith(model, index, answering, env)),
      score(index, questions, alone(model, 'Harbour', env)),
    ]),
  );
  assert.deepEqual(together.grades, { right: 2, partly: 0, refused: 0, wrong: 0 });
  assert.deepEqual(by.grades, { right: 1, partly: 0, refused: 0, wrong: 1 });
  assert.ok(together.costMicros! > 0 && by.costMicros! > 0);
  await answering.deps.store.close();
  await server2.close();
});

test('who has no key is not run, and a failure later on is a wrong answer', async () => {
  assert.equal(await openModel('openai/gpt-5', {}).catch(notRun), 'not run: no key here');
  const failing = await startModelServer(() => refuses(500));
  const endpoint = openEndpoint(`${failing.url}/v1/chat/completions`);
  await assert.rejects(endpoint.ask('a'), /answers 500/);
  await failing.close();
  let asked = 0;
  const once: Asked = async () => {
    if (asked++ > 0) throw new Error('gone');
    return { text: 'apt', urls: ['https://elsewhere.example/x/guide/install#linux'], costMicros: 5 };
  };
  const result = await withIndex((index) => score(index, [questions[0]!, questions[0]!], once));
  assert.deepEqual(
    [result.failed, result.grades.right, result.grades.wrong, result.costMicros],
    [1, 1, 1, 5],
  );
});

test('a refusal is told by its words, and early facts by the first 600 characters', () => {
  for (const text of [
    'The docs do not seem to answer this. The nearest sections:\n\n**A**',
    'Die Dokumentation scheint das nicht zu beantworten.',
    "I couldn't find anything about this in the docs.",
    'There is no information about mercury in the provided context.',
    'Refunds are not covered in the documentation.',
  ])
    assert.ok(refusesInWords(text), text);
  for (const text of [
    'From the docs:\n\n**Errors** `Cannot find module` means that a package is not installed.',
    'No, the limit does not apply to workers.',
    'Set `answer: false`. The default is on.',
    `${'It is so. '.repeat(40)}The docs do not say more.`,
  ])
    assert.ok(!refusesInWords(text), text);
  const outcome = (text: string, grade: 'right' | 'refused' = 'right') => ({
    ...questions[0]!,
    grade,
    missing: [],
    cited: [],
    text,
  });
  const link = `[a](https://docs.example.com/${'x'.repeat(700)})`;
  assert.deepEqual(
    readingOf([outcome(`${link} apt`), outcome(`${'x'.repeat(600)} apt`), outcome('Nothing.', 'refused')]),
    { answers: 2, early: 1, median: 604, refusedInWords: 0 },
  );
});
