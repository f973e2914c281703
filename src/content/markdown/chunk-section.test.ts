import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chunkBlocks } from './chunk-section.ts';

test('Blocks are joined up to 1,500 characters, and longer sections cut into pieces of about the same length', () => {
  const block = 'x'.repeat(400);
  assert.deepEqual(chunkBlocks(['a', '', 'b']), ['a\n\nb']);
  assert.deepEqual(chunkBlocks([]), []);
  assert.deepEqual(
    chunkBlocks([block, block, block, block]).map((chunk) => chunk.length),
    [802, 802],
  );
});

test('Long code is cut between lines, each piece fenced with its language', () => {
  const line = `${'x'.repeat(99)}\n`;
  const chunks = chunkBlocks([`\`\`\`ts\n${line.repeat(30)}last\n\`\`\``]);
  assert.ok(chunks.length > 1);
  for (const chunk of chunks) {
    assert.match(chunk, /^```ts\n(?:x{99}\n)*(?:x{99}|last)\n```$/);
    assert.ok(chunk.length <= 1500);
  }
});

test('A paragraph without an end is cut between sentences, words, or anywhere but inside a character', () => {
  for (const text of [
    'One sentence. '.repeat(500),
    'word '.repeat(2000),
    '字'.repeat(5000),
    '😀'.repeat(3000),
  ]) {
    const chunks = chunkBlocks([text]);
    assert.ok(chunks.every((chunk) => chunk.length <= 1500 && chunk.isWellFormed()));
    assert.equal(chunks.join('').replaceAll(/\s/g, ''), text.replaceAll(/\s/g, ''));
  }
});
