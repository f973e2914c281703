import assert from 'node:assert/strict';
import { test } from 'node:test';
import { costMicros, listPrices } from './price.ts';

const million = { inputTokens: 1_000_000, cachedInputTokens: 400_000, outputTokens: 100_000 };

test('input, cached input and output cost what the table says, in millionths of a dollar', () => {
  const price = listPrices['openai/gpt-5']!;
  const dollars = 0.6 * price.input + 0.4 * price.cachedInput! + 0.1 * price.output;
  assert.equal(costMicros({ provider: 'openai', modelId: 'gpt-5' }, million, {}), Math.round(dollars * 1e6));
});

test('a dated version costs what its name costs', () => {
  const cost = (modelId: string) => costMicros({ provider: 'anthropic', modelId }, million, {});
  assert.equal(cost('claude-haiku-4-5-20251001'), cost('claude-haiku-4-5'));
  assert.ok(cost('claude-haiku-4-5') > 0);
});

test('the configuration wins, and cached input without a price of its own costs as any other', () => {
  const prices = { 'openai/gpt-5': { input: 1, output: 2 } };
  assert.equal(costMicros({ provider: 'openai', modelId: 'gpt-5' }, million, prices), 1_200_000);
});

test('a model without a known price costs nothing, whatever its name', () => {
  assert.equal(costMicros({ provider: 'compatible', modelId: 'llama' }, million, {}), 0);
  assert.equal(costMicros({ provider: '__proto__', modelId: 'toString' }, million, {}), 0);
});
