import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mapOutsideCodeSpans, mapProse } from './split-prose.ts';

const upper = (text: string): string => text.toUpperCase();

test('Fenced code is left alone, in lists and quotes too, up to a fence of its own kind and length', () => {
  const cases: [string, string][] = [
    ['a\n```js\nb\n```\nc', 'A\n```js\nb\n```\nC'],
    ['````\n```\nb\n````\nc', '````\n```\nb\n````\nC'],
    ['~~~\n```\nb\n~~~\nc', '~~~\n```\nb\n~~~\nC'],
    ['- a\n  ```\n  b\n  ```\n- c', '- A\n  ```\n  b\n  ```\n- C'],
    ['\t\t```\n\t\tb\n        ```\nc', '\t\t```\n\t\tb\n        ```\nC'],
    ['> ```\n> b\n> ```\n> c', '> ```\n> b\n> ```\n> C'],
    ['a ```b``` c', 'A ```B``` C'],
    ['a\n```\nnever closed', 'A\n```\nnever closed'],
  ];
  for (const [text, expected] of cases) assert.equal(mapProse(text, upper), expected);
});

test('Code spans are left alone; a backtick without its twin is not a code span', () => {
  assert.equal(
    mapOutsideCodeSpans('a `b` c ``d ` e`` f ` g\n\nh `i`', upper),
    'A `b` C ``d ` e`` F ` G\n\nH `i`',
  );
});
