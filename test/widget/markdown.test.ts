// How the widget reads Markdown while it streams: what was drawn once stays what it is.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { numberSources } from '../../src/assistant/number-sources.ts';
import type { CitableSection } from '../../src/assistant/retrieved.ts';
import { createBlockReader } from '../../web/widget/src/markdown/blocks.ts';
import {
  splitNearest,
  withCitations,
  withoutPages,
  withUnsure,
} from '../../web/widget/src/markdown/citations.ts';
import { steady } from '../../web/widget/src/markdown/hold.ts';
import { sentences } from '../../web/widget/src/markdown/sentences.ts';

const document = `## Install it

Run **one** command, or \`two --now\`, as ~~three~~ *people* do ([Install › Linux](https://d.example/i#linux)).
A second line - with a dash.

1. First
   - nested one
   - nested two
2. Second
   \`\`\`sh
   apt install harbour
   \`\`\`

- [ ] to do
- [x] done

| Setting | Means |
|:--|--:|
| \`a\` | one |
| b | **two** |

> A quote
> of two lines

\`\`\`ts
const a = \`\${1}\`; // **not bold**
\`\`\`

---

The **end** of it.
`;

const typesOf = (text: string, isWhole: boolean) =>
  createBlockReader()(text, isWhole)
    .filter(({ type }) => type !== 'space')
    .map(({ type }) => type);

describe('Markdown that streams', () => {
  test('a block is what it was when its first letters were drawn', () => {
    const whole = typesOf(document, true);
    for (let end = 1; end <= document.length; end++) {
      const types = typesOf(document.slice(0, end), false);
      assert.deepEqual(
        types,
        whole.slice(0, types.length),
        JSON.stringify(document.slice(0, end).slice(-40)),
      );
    }
  });

  test('one reader over all of it reads the same as the whole at once, and keeps settled blocks', () => {
    const read = createBlockReader();
    const first = new Map<number, unknown>();
    let blocks = read('', false);
    for (let end = 7; end < document.length; end += 7) {
      blocks = read(document.slice(0, end), false);
      // Whatever three blocks follow stays the very same object.
      for (const [at, block] of blocks.slice(0, -5).entries()) {
        assert.equal(first.get(at) ?? block, block);
        first.set(at, block);
      }
    }
    assert.ok(first.size > 5);
    assert.equal(
      read(document, true)
        .map(({ raw }) => raw)
        .join(''),
      document,
    );
  });

  test('no half of a mark or a link is shown', () => {
    for (const [text, shown] of [
      ['a **bo', 'a **bo**'],
      ['a **', 'a '],
      ['a `co', 'a `co`'],
      ['see [the gu', 'see '],
      ['see [the guide](https://exa', 'see '],
      ['one\n-', 'one'],
      ['one\n==', 'one'],
      ['| a | b |\n|--', ''],
      ['```\ncode\n``', '```\ncode\n'],
    ])
      assert.equal(steady(text!), shown, text);
  });
});

describe('citations', () => {
  const sources = [
    { url: 'https://d.example/a', title: 'A' },
    { url: 'https://d.example/b', title: 'B › C' },
  ];
  const paragraph = (text: string) => {
    const [block] = createBlockReader()(text, true);
    const { tokens } = block as unknown as { tokens: [] };
    return withCitations(withUnsure(tokens) as [], sources).map((token): unknown =>
      'references' in token
        ? [token.before, ...token.references.map(({ number }: { number: number }) => number)]
        : (token as { type: string }).type === 'unsure'
          ? {
              unsure: (token as unknown as { tokens: { raw: string }[] }).tokens
                .map(({ raw }) => raw)
                .join(''),
            }
          : 'text' in token
            ? token.text
            : token.raw,
    );
  };

  test('links to sources become their numbers, without the brackets around them', () => {
    const text = 'Do it ([1](https://d.example/a), [2](https://d.example/b)). Then [x](https://e.example) .';
    assert.deepEqual(paragraph(text), ['Do ', ['it', 1, 2], '. Then ', 'x', ' .']);
    assert.deepEqual(paragraph('Two sections of one page ([1](https://d.example/b))'), [
      'Two sections of one ',
      ['page', 2],
      '',
    ]);
  });

  test('each (?) marks the sentence before it, with the code in it, and no other', () => {
    assert.deepEqual(
      paragraph('It is free. It has `--fast` and **five** modes (?). It works ([1](https://d.example/a)).'),
      ['It is free. ', { unsure: 'It has `--fast` and **five** modes' }, '. It ', ['works', 1], '.'],
    );
    assert.deepEqual(paragraph('Both (?). Of them (?).'), [
      { unsure: 'Both' },
      '. ',
      { unsure: 'Of them' },
      '.',
    ]);
    assert.deepEqual(paragraph('Is it?'), ['Is it?']);
  });

  test('the pages nearest to what the docs lack are the links at the end', () => {
    const list = '- [A \\[b\\]](https://d.example/a)\n- [B](https://d.example/b)';
    const [first] = splitNearest(`The docs do not say this.\n\n${list}`, []);
    assert.deepEqual(first, { title: 'A [b]', url: 'https://d.example/a' });
    assert.deepEqual(splitNearest(`${list}\n\nMore.`, []), []);
    const cited = '- A › B ([1](https://d.example/a))\n- C ([2](https://d.example/b))';
    const pages = [
      { title: 'A', url: 'https://d.example/a' },
      { title: 'C', url: 'https://d.example/b' },
    ];
    assert.deepEqual(splitNearest(`Not there. The nearest:\n\n${cited}`, pages), pages);
    assert.deepEqual(splitNearest(`Not there. But:\n\n${cited}\n\nMore.`, pages), []);
    assert.deepEqual(splitNearest(`Not there, but this does ([1](https://d.example/a)).`, pages), []);
  });

  test('the list of pages at the end is told from the text', () => {
    const list = '\n\n---\n\n1. [A \\[b\\]](https://d.example/a)\n2. [B](https://d.example/b)';
    assert.equal(withoutPages(`Text.${list}`), 'Text.');
    for (const own of [
      'Text.\n\n---\n\n1. [A](https://d.example/a) and more\n2. Another',
      `Text.${list}\n\nAnd more text.`,
      `Text.${list}\n`,
      'Text.\n\n---\n\n2. [A](https://d.example/a)\n3. [B](https://d.example/b)',
      'Text.\n\n1. [A](https://d.example/a)',
    ])
      assert.equal(withoutPages(own), own);
    const both = `Text.${list}\n\nMore.`;
    assert.equal(withoutPages(`${both}${list}`), both);
    const written = numberSources();
    const page = { path: 'a', title: 'A [b] (c)', url: 'https://d.example/a(1)', version: 'v2' };
    const cited = written.cite([{ url: `${page.url}#x`, page } as CitableSection]);
    assert.equal(withoutPages(`Text ${cited}.${written.list()}`), `Text ${cited}.`);
  });

  test('sentences are read aloud whole, without marks, citations and code', () => {
    const text =
      'Run **it** once ([1](https://d.example/a)). Then wait.\n\n```sh\nrm x\n```\n\n- One\n- Two [link](https://e.example)';
    assert.deepEqual(sentences(text, sources, 'en'), ['Run it once.', 'Then wait.', 'One', 'Two link']);
  });
});
