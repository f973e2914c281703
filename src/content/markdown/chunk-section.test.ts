import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chunkBlocks } from './chunk-section.ts';
import { parseHtml } from './html-page.ts';
import { makeReadable } from './readable.ts';
import { splitSections } from './sections.ts';

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

test('A long section is cut at the terms of its definition list, which keep what explains them, and short ones stay together', () => {
  const option = (id: string, names: string[], words: number) =>
    `${names.map((name) => `<dt id="${id}"><code>--${name}</code></dt>`).join('')}<dd><p>${'It does much. '.repeat(words)}</p></dd>`;
  const html = (words: number) =>
    `<h2 id="options">Options</h2><p>All of them:</p><dl>${option('o-a', ['all', 'a'], words)}${option('o-b', ['bare'], words)}<div>${option('o-c', ['cut'], 2)}${option('o-d', ['deep'], 2)}</div></dl>`;
  const sectionsOf = (words: number) =>
    splitSections(makeReadable(parseHtml(html(words))), 'tool').map(
      ({ anchor, heading, headingPath, text }) =>
        [anchor, heading, headingPath.slice(2).join(), text.match(/--\w+/g)?.join(' ')].join(' | '),
    );
  assert.deepEqual(sectionsOf(60), [
    'options | Options |  | ',
    'o-a | Options | --all, --a | --all --a',
    'o-b | Options | --bare | --bare',
    'options | Options |  | --cut --deep',
  ]);
  assert.deepEqual(sectionsOf(3), ['options | Options |  | --all --a --bare --cut --deep']);
});

test('What follows a long definition list belongs to its section, not to its last term', () => {
  const html = `<h2 id="options">Options</h2><dl><dt id="o-a">--all</dt><dd><p>${'It does much. '.repeat(120)}</p></dd></dl><p>${'In general. '.repeat(40)}</p>`;
  const sections = splitSections(makeReadable(parseHtml(html)), 'tool');
  const before = sections.filter(({ anchor }) => anchor === 'o-a').map(({ text }) => text);
  assert.match(before.join(), /^--all,It does much/);
  assert.doesNotMatch(before.join(), /In general/);
  assert.match(sections.at(-1)!.text, /^In general/);
  assert.equal(sections.at(-1)!.anchor, 'options');
});

test('What HTML has no place for in a definition list is read all the same', () => {
  const html =
    '<dl>Before<dt>one</dt> <dt>two</dt><dd>Both</dd><ul><li>item</li></ul><div><pre>code</pre>After</div></dl>';
  const [section] = splitSections(makeReadable(parseHtml(html)), 'tool');
  assert.equal(section?.text, 'Before\n\none, two\n\nBoth\n\n- item\n\n```\ncode\n```\n\nAfter');
});

test('The code in a cell of a table is on one line, as its row is', () => {
  const html = '<table><tr><td>a</td><td><pre>one\n  two</pre>three</td></tr></table>';
  const [section] = splitSections(makeReadable(parseHtml(html)), 'tool');
  assert.equal(section?.text, 'a | one two three');
});
