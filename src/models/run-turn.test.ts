import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { finishPart, scriptedModel, textAnswer } from '../../test/helpers/scripted-model.ts';
import type { Model } from './model.ts';
import { ModelFault } from './model-fault.ts';
import type { Tool } from './run-tool.ts';
import { runTurn, type TurnEvent, turnLimits } from './run-turn.ts';
import type { TurnUsage } from './turn-usage.ts';

const signal = new AbortController().signal;
const search: Tool = {
  type: 'function',
  name: 'search',
  inputSchema: { type: 'object' },
  run: async (input) => ({ forModel: { found: String(input.query) }, forClient: ['page'] }),
};

function callTool(input: string, toolName = 'search'): LanguageModelV4StreamPart[] {
  return [{ type: 'tool-call', toolCallId: 'c1', toolName, input }, finishPart('tool-calls')];
}

const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'q' }] }];

async function events(
  model: Model,
  limits = turnLimits,
  tools = [search],
  onCut = (_: Model, __: TurnUsage) => {},
): Promise<TurnEvent[]> {
  const seen: TurnEvent[] = [];
  await runTurn([model], prompt, tools, signal, (event) => void seen.push(event), { limits, onCut });
  return seen;
}

test('a tool runs between two calls and its result is in the second prompt', async () => {
  const model = scriptedModel((_, call) => (call === 1 ? callTool('{"query":"x"}') : textAnswer('done')));
  const seen = await events(model);
  assert.deepEqual(
    seen.map(({ type }) => type),
    ['call-finish', 'tool-call', 'tool-result', 'text', 'call-finish'],
  );
  const last = model.calls[1]?.prompt.at(-1);
  assert.equal(last?.role, 'tool');
  assert.deepEqual(
    last?.role === 'tool' && last.content[0]?.type === 'tool-result' && last.content[0].output,
    {
      type: 'json',
      value: { found: 'x' },
    },
  );
});

test('a model that only calls tools is made to answer in its last call', async () => {
  const model = scriptedModel(({ toolChoice }) =>
    toolChoice?.type === 'none' ? textAnswer('enough') : callTool('{"query":"x"}'),
  );
  const seen = await events(model, { ...turnLimits, modelCalls: 3 });
  assert.equal(model.calls.length, 3);
  assert.ok(seen.some((event) => event.type === 'text' && event.delta === 'enough'));
});

test('a model that reads page after page is made to answer once it has read enough', async () => {
  const page = 'x'.repeat(10_000);
  const read: Tool = { ...search, run: async () => ({ forModel: page, forClient: ['page'] }) };
  const sent: number[] = [];
  const model = scriptedModel(({ toolChoice, prompt }) => {
    sent.push(JSON.stringify(prompt).length);
    return toolChoice?.type === 'none' ? textAnswer('enough') : callTool('{"query":"x"}');
  });
  const limits = { ...turnLimits, modelCalls: 50, toolCalls: 50, read: 100_000 };
  const seen = await events(model, limits, [read]);
  assert.ok(sent.reduce((all, one) => all + one, 0) < 110_000, sent.join());
  assert.ok(sent.length > 3);
  assert.ok(seen.some((event) => event.type === 'text' && event.delta === 'enough'));
});

test('what a call used is estimated when it is cut before its end', async () => {
  const model = scriptedModel(function* () {
    yield { type: 'text-delta', id: '0', delta: 'some' };
    yield { type: 'text-end', id: '0' };
    yield* textAnswer('thing');
  });
  const estimated: number[] = [];
  const onCut = (_: unknown, { inputTokens, outputTokens }: TurnUsage) =>
    void estimated.push(Math.sign(inputTokens), outputTokens);
  const reader = new AbortController();
  const leaves = runTurn([model], prompt, [], reader.signal, () => reader.abort(), { onCut });
  await assert.rejects(leaves, ModelFault);
  assert.equal(estimated[0], 1);
  assert.ok(estimated[1]! > 0);
  const limits = { ...turnLimits, characters: 8 };
  const seen = await events(model, limits, [], onCut);
  const last = seen.at(-1)!;
  assert.ok(last.type === 'call-finish' && last.reason === 'length' && last.usage.outputTokens > 0);
  assert.equal(estimated.length, 2, 'its finish says it');
});

for (const [what, call] of [
  ['an unknown tool', callTool('{}', 'shell')],
  ['input that is not JSON', callTool('{"query":')],
  ['input that is not an object', callTool('7')],
] as const) {
  test(`${what} is told to the model and ends nothing`, async () => {
    const model = scriptedModel((_, number) => (number === 1 ? call : textAnswer('ok')));
    const seen = await events(model);
    assert.ok(seen.some((event) => event.type === 'tool-result' && event.output === undefined));
    const last = model.calls[1]?.prompt.at(-1);
    assert.equal(
      last?.role === 'tool' && last.content[0]?.type === 'tool-result' && last.content[0].output.type,
      'error-text',
    );
  });
}
