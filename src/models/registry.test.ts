import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { scriptedUsage } from '../../test/helpers/model-dialects.ts';
import { answered, callsTool, says } from '../../test/helpers/model-replies.ts';
import { type ModelServer, startModelServer } from '../../test/helpers/model-server.ts';
import { DocentError } from '../errors.ts';
import type { Prompt } from './model.ts';
import { type ModelSettings, openModels } from './registry.ts';
import type { Tool } from './run-tool.ts';
import { runTurn, type TurnEvent } from './run-turn.ts';

const signal = new AbortController().signal;
const noTerms = () => [];
const prompt: Prompt = [
  { role: 'system', content: 'stable rules' },
  { role: 'system', content: 'topic guidance' },
  {
    role: 'user',
    content: [
      { type: 'text', text: 'What is this?' },
      { type: 'file', mediaType: 'image/png', data: { type: 'data', data: new Uint8Array([1, 2, 3]) } },
    ],
  },
];
const search: Tool = {
  type: 'function',
  name: 'search',
  description: 'Searches.',
  inputSchema: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
  run: async (input) => ({ forModel: { found: String(input.query) }, forClient: [] }),
};

const settings = (server: ModelServer, ...names: string[]): ModelSettings => ({
  names,
  access: {
    openai: { key: 'sk-a', url: `${server.url}/v1` },
    anthropic: { key: 'sk-ant', url: `${server.url}/v1` },
    google: { key: 'AIza', url: `${server.url}/v1beta` },
    compatible: { url: `${server.url}/v1` },
  },
  maxOutputTokens: 777,
  promptCaching: true,
});

async function turn(server: ModelServer, name: string, more: object = {}): Promise<TurnEvent[]> {
  const models = await openModels({ ...settings(server, name), ...more }, noTerms);
  const events: TurnEvent[] = [];
  await runTurn(models, prompt, [search], signal, (event) => void events.push(event));
  return events;
}

const textOf = (events: TurnEvent[]) =>
  events.flatMap((event) => (event.type === 'text' ? [event.delta] : [])).join('');

for (const name of ['openai/gpt-x', 'anthropic/claude-haiku-4-5', 'google/gemini-x', 'compatible/llama-x']) {
  describe(name, () => {
    test('streams text with its tokens, under its configured name', async () => {
      const server = await startModelServer(() => answered({ text: ['Hel', 'lo'], cachedTokens: 100 }));
      const events = await turn(server, name);
      assert.equal(textOf(events), 'Hello');
      const finish = events.at(-1);
      assert.ok(finish?.type === 'call-finish' && finish.last);
      assert.deepEqual(finish.usage, {
        inputTokens: scriptedUsage.input,
        outputTokens: scriptedUsage.output,
        cachedInputTokens: 100,
      });
      assert.equal(`${finish.model.provider}/${finish.model.modelId}`, name);
      await server.close();
    });

    test('calls a tool, gets its result and answers', async () => {
      const server = await startModelServer((_, call) =>
        call === 1 ? callsTool('search', { query: 'proxy' }, 'Let me look. ') : says('Found.'),
      );
      const events = await turn(server, name);
      assert.deepEqual(
        events.map(({ type }) => type),
        ['text', 'call-finish', 'tool-call', 'tool-result', 'text', 'call-finish'],
      );
      const second = JSON.stringify(server.requests[1]?.body);
      assert.match(second, /Let me look/);
      assert.match(second, /\{\\?"found\\?":\\?"proxy\\?"\}/);
      await server.close();
    });

    test('is called with the configured options and no others', async () => {
      const server = await startModelServer(() => says('ok'));
      await turn(server, name, { temperature: 0.25 });
      const body = JSON.stringify(server.requests[0]?.body);
      assert.match(body, /"max\w*":777/i);
      assert.match(body, /"temperature":0.25/);
      await server.close();
    });
  });
}

test('Anthropic is told what of the prompt to cache: the stable start alone', async () => {
  const server = await startModelServer(() => says('ok'));
  await turn(server, 'anthropic/claude-haiku-4-5');
  const cacheMark = { cache_control: { type: 'ephemeral' } };
  assert.deepEqual(server.requests[0]?.body.system, [
    { type: 'text', text: 'stable rules', ...cacheMark },
    { type: 'text', text: 'topic guidance' },
  ]);
  await turn(server, 'anthropic/claude-haiku-4-5', { promptCaching: false });
  assert.doesNotMatch(JSON.stringify(server.requests[1]?.body), /cache_control/);
  await server.close();
});

test('a local model gets one system message, and no picture unless it is said to see', async () => {
  const server = await startModelServer(() => says('ok'));
  await turn(server, 'compatible/llama-x');
  const { messages } = server.requests[0]!.body;
  assert.deepEqual(messages[0], { role: 'system', content: 'stable rules\n\ntopic guidance' });
  assert.match(JSON.stringify(messages[1]), /could not be read/);
  await turn(server, 'compatible/llama-x', { images: true });
  assert.match(JSON.stringify(server.requests[1]!.body.messages[1]), /data:image\/png;base64,AQID/);
  await server.close();
});

test('keys go into the header that the provider wants, and an OpenAI-compatible server may need none', async () => {
  const server = await startModelServer(() => says('ok'));
  for (const name of ['openai/m', 'anthropic/m', 'google/m', 'compatible/m']) await turn(server, name);
  const [openai, anthropic, google, compatible] = server.requests.map(({ headers }) => headers);
  assert.equal(openai?.authorization, 'Bearer sk-a');
  assert.equal(anthropic?.['x-api-key'], 'sk-ant');
  assert.equal(google?.['x-goog-api-key'], 'AIza');
  assert.equal(compatible?.authorization, undefined);
  await server.close();
});

test('a model that cannot be opened is refused with the setting that is missing', async () => {
  const server = await startModelServer(() => says('ok'));
  const refusal = (name: string, access = {}) =>
    openModels({ ...settings(server, name), access }, noTerms).then(
      () => '',
      (error: unknown) => (error instanceof DocentError ? error.message : 'another error'),
    );
  assert.match(await refusal('openai/gpt-x'), /Set OPENAI_API_KEY to use openai\/gpt-x/);
  assert.match(await refusal('compatible/llama'), /Set DOCENT_MODEL_URL/);
  assert.match(await refusal('constructor/x'), /no known model: constructor\/x/);
  assert.match(await refusal('openai/'), /no known model/);
  await server.close();
});
