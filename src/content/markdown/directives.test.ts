import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toString } from 'mdast-util-to-string';
import { hasManyColons, withoutContainers } from './directives.ts';
import { parseMarkdown } from './parse-markdown.ts';

test('a long table beside a note keeps both texts, without the marks of the note', () => {
  const rows = '| `a: b` | 12:30 |\n'.repeat(600);
  const page = `::: tip Read: this\nAbove.\n:::\n\n|x|y|\n|:-|-:|\n${rows}`;
  const [note, table] = parseMarkdown(page, 'markdown', { directives: true }).children;
  assert.equal(note === undefined ? null : toString(note), 'Above.');
  assert.equal(table?.type === 'table' && table.children.length, 601);
});

test('colons count by block, outside of fenced code', () => {
  const many = 'a: b\n'.repeat(1100);
  assert.equal(hasManyColons(many), true);
  assert.equal(hasManyColons('a: b\n\n'.repeat(1100) + '- a: b\n'.repeat(1100)), false);
  assert.equal(hasManyColons(`\`\`\`\n${many}\`\`\`\n`), false);
  assert.equal(
    withoutContainers('> ::: tip\n> a ::: b\n> :::\n~~~\n:::\n~~~'),
    '> \n> a ::: b\n> \n~~~\n:::\n~~~',
  );
});
