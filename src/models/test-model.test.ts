import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { callsTool, hangs, type Reply, says } from '../../test/helpers/model-replies.ts';
import { startModelServer } from '../../test/helpers/model-server.ts';
import { askModel } from './ask-model.ts';
import { ModelFault } from './model-fault.ts';
import { openModels } from './registry.ts';
import { testModel } from './test-model.ts';

const timeouts = { firstToken: 200, silence: 200, total: 60_000 };
const { signal } = new AbortController();

async function openModel(context: TestContext, script: (call: number) => Reply) {
  const server = await startModelServer((_, call) => script(call));
  context.after(() => server.close());
  const settings = {
    names: ['compatible/m'],
    access: { compatible: { url: `${server.url}/v1` } },
    maxOutputTokens: 100,
    promptCaching: false,
  };
  const [model] = await openModels(settings, () => []);
  return model!;
}

const wordsOf = (findings: { isGood: boolean; words: string }[]) =>
  findings.map(({ isGood, words }) => `${isGood ? '+' : '-'} ${words}`).join('\n');

test('a test says in words what a model can do and what it cannot', async (context) => {
  const able = await openModel(context, (call) =>
    call === 1
      ? callsTool('search', { query: 'ferry' })
      : says(`It is the Pelican. ${'x'.repeat(300)}`, ' Yes.', ' It is.'),
  );
  const found = wordsOf(await testModel(able, signal));
  for (const words of [
    /\+ Answers/,
    /\+ Calls tools, and answers/,
    /\+ Reports its tokens: 240 read, 68 written/,
  ])
    assert.match(found, words);
  const unable = await openModel(context, () => says('I do not know.'));
  assert.match(wordsOf(await testModel(unable, signal)), /- Called no tool/);
  const silent = await openModel(context, () => hangs);
  assert.match(
    wordsOf(await testModel(silent, signal, timeouts)),
    /^- Does not answer\. No first token came\./,
  );
});

test('a model that is asked for anything has limits to its first token and to its silence', async (context) => {
  const stuck = await openModel(context, (call) =>
    call === 1
      ? hangs
      : { kind: 'answer', answer: { text: ['Half'], tools: [], end: 'silence', cachedTokens: 0 } },
  );
  for (const code of ['no_first_token', 'silent'])
    await assert.rejects(
      askModel(stuck, 'system', 'prompt', signal, timeouts),
      (error) => error instanceof ModelFault && error.code === code,
    );
});
