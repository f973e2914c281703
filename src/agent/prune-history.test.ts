import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LanguageModelV4Message } from '@ai-sdk/provider';
import type { Prompt } from '../models/model.ts';
import { pruneHistory } from './prune-history.ts';

const limits = { characters: 6_000, keepResults: 2, longestInput: 500 };

const step = (nth: number, result: string, input: object = {}): LanguageModelV4Message[] => [
  {
    role: 'assistant',
    content: [{ type: 'tool-call', toolCallId: `c${nth}`, toolName: 'read_file', input }],
  },
  {
    role: 'tool',
    content: [
      {
        type: 'tool-result',
        toolCallId: `c${nth}`,
        toolName: 'read_file',
        output: { type: 'text', value: result },
      },
    ],
  },
];
const request: LanguageModelV4Message = {
  role: 'user',
  content: [{ type: 'text', text: `Request ${'r'.repeat(900)}` }],
};
const history = (steps: number, size: number): Prompt => [
  request,
  ...Array.from({ length: steps }, (_, nth) =>
    step(nth, 'x'.repeat(size), { content: 'y'.repeat(600), path: 'a.md' }),
  ).flat(),
];
const resultsOf = (messages: Prompt) =>
  messages.flatMap(({ content }) =>
    (content as { output?: { value: string } }[]).flatMap(({ output }) => output?.value ?? []),
  );

test('a short history is sent as it is', () => {
  assert.deepEqual(pruneHistory(history(2, 500), limits), history(2, 500));
});

test('a long one keeps the requests, the newest results and short inputs, and stays in bounds', () => {
  const pruned = pruneHistory(history(30, 1_500), limits);
  assert.ok(JSON.stringify(pruned).length < 30 * 500 + limits.characters, `${JSON.stringify(pruned).length}`);
  assert.deepEqual(pruned[0], request);
  assert.equal(pruned.length, history(30, 1_500).length, 'every call keeps its result, as providers want');
  const results = resultsOf(pruned);
  assert.ok(results.slice(-2).every((result) => result.length === 1_500));
  assert.match(results[0]!, /^\[left out/);
  assert.match(JSON.stringify(pruned[1]), /"path":"a\.md"/);
});

test('what was left out stays left out as the history grows, so that the start can be cached', () => {
  const shorter = pruneHistory(history(20, 1_500), limits);
  const longer = pruneHistory(history(21, 1_500), limits);
  const leftOut = (messages: Prompt) =>
    resultsOf(messages).filter((result) => result.startsWith('[left out')).length;
  assert.ok(leftOut(longer) >= leftOut(shorter));
  const same = shorter.findIndex(
    (message, index) => JSON.stringify(message) !== JSON.stringify(longer[index]),
  );
  assert.ok(same === -1 || same > shorter.length / 2, `the first difference is at ${same}`);
});
