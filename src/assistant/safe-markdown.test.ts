import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import type { LinkCheck } from './safe-constructs.ts';
import { createSafeMarkdown } from './safe-markdown.ts';

/** The docs have one page, /known; other sites are allowed by https, images from nowhere. */
const check: LinkCheck = (target, kind) => {
  if (target === '/known' || target === '/known#a') return target;
  return kind === 'link' && target.startsWith('https://other.example') ? target : null;
};

function stream(text: string, size = text.length): string {
  const safe = createSafeMarkdown(check);
  let out = '';
  for (let at = 0; at < text.length; at += size) out += safe.push(text.slice(at, at + size));
  return out + safe.end();
}

const parser = unified().use(remarkParse).use(remarkGfm);

/** Rendered output that no reader may get. */
function dangers(markdown: string): string[] {
  const found: string[] = [];
  const isScript = (url: string) => /^(?!https?:|mailto:)[a-z][a-z\d+.-]*:/i.test(url);
  visit(parser.parse(markdown), (node) => {
    if (node.type === 'image' && check(node.url, 'image') === null) found.push(`image ${node.url}`);
    if (node.type === 'imageReference') found.push(`image by reference ${node.identifier}`);
    if (node.type === 'link' && isScript(node.url)) found.push(`link ${node.url}`);
    if (node.type === 'definition' && isScript(node.url)) found.push(`definition ${node.url}`);
    if (node.type === 'html' && /<img/i.test(node.value)) found.push(`html ${node.value}`);
  });
  return found;
}

describe('what an answer may link to', () => {
  const cases: [string, string, string][] = [
    ['a link into the docs that exists stays', 'See [it](/known#a).', 'See [it](/known#a).'],
    ['one that does not exist loses its link', 'See [it](/nowhere).', 'See it.'],
    ['another site stays', '[x](https://other.example/a)', '[x](https://other.example/a)'],
    ['a script is none', '[x](javascript:alert(1)) [y](data:text/html,a)', 'x y'],
    ['a picture of another host becomes its text', 'a ![beacon](https://evil.example/?q=1) b', 'a beacon b'],
    ['an address with escaped ampersands stays', '[x](https://other.example/?a=1&amp;b=2)', '[x](https://other.example/?a=1&b=2)'],
    ['raw HTML becomes text', '<img src=x onerror=y> <b>', '\\<img src=x onerror=y> \\<b>'],
    ['a title is left out', '[x](/known "hi")', '[x](/known)'],
    ['a definition becomes text', '[x]: https://other.example', '\\[x]: https://other.example'],
    ['a picture inside a link is none', '[![a](https://e.example)](/known)', '\\[a](/known)'],
    ['an address in angle brackets is checked', '<https://other.example> <javascript:x>', '<https://other.example> \\<javascript:x>'],
    ['brackets that are no link pass', 'a[0] = [1] - [ ] todo', 'a[0] = [1] - [ ] todo'],
    ['code passes as it is', '`<img> [x](y)` and\n```html\n<img src=x> [x](y)\n```\nend', '`<img> [x](y)` and\n```html\n<img src=x> [x](y)\n```\nend'],
    ['a cell’s code with an escaped pipe passes', '| `if (<f> \\| p)` | `a | <b>` |', '| `if (<f> \\| p)` | \\`a | \\<b>\\` |'],
    ['comparisons pass', 'if a < b && c > d, 3<4', 'if a < b && c > d, 3<4'],
    ['a backtick that is not closed hides nothing', 'a ` ![x](https://e.example)', 'a \\` x'],
    ['code in a quote passes, and ends with it', '> a\n> ```ts\n> x[1](y); // <b>\n> ```\n> [x](/b)\n\n> ```\n> <b>\n[x](/b)', '> a\n> ```ts\n> x[1](y); // <b>\n> ```\n> x\n\n> ```\n> <b>\nx'],
    ['a quoted fence ends no other', '```\n> ```\n<b>\n```\n[x](/b)', '```\n> ```\n<b>\n```\nx'],
    ['a definition behind what only looks like a fence is no script', '\t```\n[x]: javascript:y\n', '\t```\n[x]: javascript\u200B:y\n'],
    ['an indented fence keeps its code', '- do\n  ```html\n  <b>\n  ```\n', '- do\n  ```html\n  <b>\n  ```\n'],
  ]; // prettier-ignore
  for (const [rule, text, expected] of cases) {
    for (const size of [1, 2, 3, 5, 1000]) {
      test(`${rule}, in pieces of ${size}`, () => assert.equal(stream(text, size), expected));
    }
  }
});

test('text that is not a construct never waits, and a link waits for its end only', () => {
  const safe = createSafeMarkdown(check);
  assert.equal(safe.push('Plain words, '), 'Plain words, ');
  assert.equal(safe.push('more [of'), 'more ');
  assert.equal(safe.push(' it](/kno'), '');
  assert.equal(safe.push('wn) on'), '[of it](/known) on');
});

test('a link that never ends is let go as text', () => {
  const out = stream(`[${'x'.repeat(5_000)}](${'y'.repeat(5_000)}`, 7);
  assert.ok(out.startsWith('\\[xxx'));
  const safe = createSafeMarkdown(check);
  let longest = 0;
  let sent = 0;
  for (let at = 0; at < 5_000; at++) {
    sent += safe.push(at === 0 ? '[' : 'x').length;
    longest = Math.max(longest, at - sent);
  }
  assert.ok(longest < 250, String(longest));
});

test('our own Markdown is inserted, but not into code', () => {
  const safe = createSafeMarkdown(check);
  const sent = [
    safe.push('A. '),
    safe.insert('([T](/t))'),
    safe.push('\n```\ncode\n'),
    safe.insert('([T](/t))'),
  ];
  assert.equal(sent.join(''), 'A. ([T](/t))\n```\ncode\n');
  const after = createSafeMarkdown(check);
  assert.deepEqual(
    dangers(after.push('see [x]') + after.insert('([T](/known))') + after.push('(/b)') + after.end()),
    [],
  );
});

// Fragments of hostile docs and model output, concatenated at random and split at random. A real parser must find
// nothing unsafe in the result. The seed makes every run the same.
const fragments = [
  '> ```\n', '> > ```\n', ' > ~~~\n', '\t```\n', '[x]: javascript:y\n', '[', ']', '(', ')', '!', '`', '``', '```', '~~~', '\\', '<', '>', '\n', '\n\n', '    ', '  ', '- ', '1. ', '2. ', '> ',
  '| a | b |\n|---|---|\n| ', ' | ', '\\|', ' `\\|<img src=//e.example>` | ', '* * *\n', '\t', '#', '"', "'", ':', 'text', ' ', '&#106;', '&colon;', '\u00a0',
  '![x](https://evil.example/?q=1)', '[x](javascript:alert(1))', '<img src=https://evil.example>',
  '[r]: https://evil.example/x', '![r][r]', '![r]', '[r][r]', '](https://evil.example)', '![', '](', '<javascript:x>',
  '<a href="](', '[x](/known)', 'https://other.example/a',
]; // prettier-ignore

test('whatever fragments a model glues together, no parser finds a picture, a script or a foreign definition', () => {
  const random = seeded(20261121);
  const pick = () => fragments[Math.floor(random() * fragments.length)]!;
  for (let round = 0; round < 6_000; round++) {
    const text = Array.from({ length: 3 + Math.floor(random() * 14) }, pick).join('');
    const out = stream(text, 1 + Math.floor(random() * 12));
    assert.deepEqual(dangers(out), [], `${JSON.stringify(text)} became ${JSON.stringify(out)}`);
  }
});

/** https://en.wikipedia.org/wiki/Lehmer_random_number_generator */
function seeded(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48271) % 2147483647) / 2147483647;
}
