import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLineFinder } from './find-lines.ts';

test('each place where a word stands has its line, not words that it is a part of', () => {
  const findLine = createLineFinder('# One\n\n[a](./guide) and [b](./guide-two)\n\n[c](./guide)\n');
  assert.equal(findLine('./guide'), 3);
  assert.equal(findLine('./guide-two'), 3);
  assert.equal(findLine('./guide'), 5);
  assert.equal(findLine('./guide'), 5);
  assert.equal(findLine('./nowhere'), null);
  assert.equal(findLine('# One'), 1);
  assert.equal(findLine(''), null);
});

test('lines are counted once, however many words are looked for, and a text that begins everywhere is read once', () => {
  const text = `${'\n'.repeat(3_000_000)}${Array.from({ length: 500 }, (_, nth) => `./page-${nth} `).join('\n')}`;
  const findLine = createLineFinder(text);
  for (let nth = 0; nth < 500; nth++) assert.equal(findLine(`./page-${nth}`), 3_000_001 + nth);
  assert.equal(createLineFinder('a'.repeat(200_000))('a'), null);
});
