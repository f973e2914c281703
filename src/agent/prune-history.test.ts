import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LanguageModelV4Message } from '@ai-sdk/provider';
import type { Prompt } from '../models/model.ts';
import { pruneHistory } from './prune-history.ts';

const roomy = { characters: 20_000, keepResults: 2, maxInput: 500 };
const limits = { ...roomy, characters: 6_000 };

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
  const pruned = pruneHistory(history(30, 1_500), roomy);
  assert.ok(JSON.stringify(pruned).length < roomy.characters + 3_000, `${JSON.stringify(pruned).length}`);
  assert.deepEqual(pruned[0], request);
  assert.equal(pruned.length, history(30, 1_500).length, 'every call keeps its result, as providers want');
  const results = resultsOf(pruned);
  assert.ok(results.slice(-2).every((result) => result.length === 1_500));
  assert.match(results[0]!, /^\[left out/);
  assert.match(JSON.stringify(pruned[1]), /"path":"a\.md"/);
});

test('what was left out stays left out as the history grows, so that the start can be cached', () => {
  const shorter = pruneHistory(history(20, 1_500), roomy);
  const longer = pruneHistory(history(21, 1_500), roomy);
  const leftOut = (messages: Prompt) =>
    resultsOf(messages).filter((result) => result.startsWith('[left out')).length;
  assert.ok(leftOut(longer) >= leftOut(shorter));
  const same = shorter.findIndex(
    (message, index) => JSON.stringify(message) !== JSON.stringify(longer[index]),
  );
  assert.ok(same === -1 || same > shorter.length / 2, `the first difference is at ${same}`);
});

test('however many rounds there were, it stays within the limit and keeps what was asked for', () => {
  const messages = Array.from({ length: 40 }, (_, round): Prompt => [
    { role: 'user', content: [{ type: 'text', text: `Request ${round}` }] },
    ...Array.from({ length: 10 }, (_, nth) =>
      step(round * 10 + nth, 'x'.repeat(300), { path: 'a.md' }),
    ).flat(),
  ]).flat();
  const pruned = pruneHistory(messages, limits);
  assert.ok(JSON.stringify(pruned).length < limits.characters * 1.5, `${JSON.stringify(pruned).length}`);
  const requests = pruned.filter(({ role }) => role === 'user');
  assert.equal(requests.length, 40);
  const called = idsOf(pruned, 'tool-call');
  assert.ok(called.length >= limits.keepResults);
  assert.deepEqual(called, idsOf(pruned, 'tool-result'), 'every call keeps its result');
  assert.equal(called.at(-1), 'c399');
});

test('of results that are large, fewer are kept: the newest always', () => {
  const pruned = pruneHistory(
    [request, ...[1, 2, 3, 4].flatMap((nth) => step(nth, 'x'.repeat(9_000)))],
    roomy,
  );
  assert.deepEqual(
    resultsOf(pruned).map((result) => result.length > 1_000),
    [false, false, true, true],
  );
});

test('an old message without end is cut, the newest is not', () => {
  const long = (nth: number): Prompt => [
    { role: 'user', content: [{ type: 'text', text: `Request ${nth} ${'r'.repeat(5_000)}` }] },
    ...step(nth, 'x'),
  ];
  const pruned = pruneHistory([1, 2, 3, 4, 5].flatMap(long), limits);
  const lengths = pruned.filter(({ role }) => role === 'user').map((each) => JSON.stringify(each).length);
  assert.ok(
    lengths.slice(1, 3).every((length) => length < 700),
    `${lengths}`,
  );
  assert.ok(lengths[0]! > 5_000, 'the first request stays whole');
  assert.ok(lengths.at(-1)! > 5_000);
});

function idsOf(messages: Prompt, type: 'tool-call' | 'tool-result'): string[] {
  return messages.flatMap(({ content }) =>
    (content as { type: string; toolCallId: string }[])
      .filter((part) => part.type === type)
      .map(({ toolCallId }) => toolCallId),
  );
}
