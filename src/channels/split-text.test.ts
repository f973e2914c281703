import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beginningOf, splitText } from './split-text.ts';

const words = (count: number) => Array.from({ length: count }, (_, nth) => `word${nth}`).join(' ');

test('a short text is one part, and nothing is none', () => {
  assert.deepEqual(splitText('Hello.', 100), ['Hello.']);
  assert.deepEqual(splitText(' \n', 100), []);
});

test('parts keep to the limit, and nothing but space is lost', () => {
  for (const text of [words(500), words(500).replaceAll(' ', '\n\n'), 'x'.repeat(3_000), '😀'.repeat(900)]) {
    const parts = splitText(text, 400);
    assert.ok(parts.every(({ length }) => length <= 400));
    assert.equal(parts.join('').replaceAll(/\s/g, ''), text.replaceAll(/\s/g, ''));
    assert.ok(parts.every((part) => part.isWellFormed()));
  }
});

test('a code block that goes on is closed, and opened again with its language', () => {
  const lines = words(300).replaceAll(' ', '\n');
  const parts = splitText(`Run this:\n\n\`\`\`sh\n${lines}\n\`\`\`\n\nThat is all.`, 400);
  assert.ok(parts.length > 4 && parts.every(({ length }) => length <= 400));
  for (const part of parts) assert.equal((part.match(/^```/gm) ?? []).length % 2, 0, part);
  for (const part of parts.slice(1, -1)) assert.match(part, /^```sh\n/);
  const code = parts.join('\n').replaceAll(/^```.*$/gm, '');
  assert.deepEqual(code.match(/word\d+/g), lines.match(/word\d+/g));
});

test('links are not cut', () => {
  const link = '[the guide to everything](https://docs.example.com/a/guide/to/everything)';
  const slackLink = '<https://docs.example.com/a/guide/to/everything|the guide to everything>';
  for (const each of [link, slackLink])
    for (let before = 180; before < 200; before++) {
      const text = `${'y'.repeat(before)} ${each} ${words(30)}`;
      assert.ok(
        splitText(text, 200).some((part) => part.includes(each)),
        String(before),
      );
    }
});

test('a beginning says that it is one', () => {
  assert.equal(beginningOf('short', 100), 'short');
  const cut = beginningOf(words(100), 100);
  assert.ok(cut.length <= 100 && cut.endsWith('\n…'));
});
