import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAnswerChecker } from './check-answer.ts';
import { createCitationReader } from './citations.ts';
import type { CitableSection } from './retrieved.ts';

const section = (id: string, title: string, url: string) => ({ id, title, url }) as CitableSection;
const known = [
  section('s1', 'Guide › Install [beta]', '/guide#install'),
  section('s12', 'API', 'https://x.dev/api (v1)'),
];
const find = (id: string) => known.find((one) => one.id === id);

/** What a client sees when the answer arrives in pieces of `size` characters. */
function stream(text: string, size: number) {
  const checker = createAnswerChecker(find, () => null);
  const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
  const checked = [...pieces.map((piece) => checker.push(piece)), checker.end()];
  return {
    text: checked.map((one) => one.text).join(''),
    cited: checked.flatMap((one) => one.cited.map(({ id }) => id)),
    dropped: checker.dropped().citations,
    mark: checker.mark(),
  };
}

for (const size of [1, 2, 3, 7, 1000]) {
  test(`a cited id becomes a link with page and anchor, in pieces of ${size}`, () => {
    const { text, cited } = stream('Run it [[s1]]. See [[s12]].', size);
    assert.equal(
      text,
      'Run it ([Guide › Install \\[beta\\]](/guide#install)). See ([API](https://x.dev/api%20%28v1%29)).',
    );
    assert.deepEqual(cited, ['s1', 's12']);
  });

  test(`an id that was not retrieved is removed and counted, in pieces of ${size}`, () => {
    const { text, cited, dropped } = stream('Yes [[s9]] and [[s1, s9]].', size);
    assert.equal(text, 'Yes  and ([Guide › Install \\[beta\\]](/guide#install)).');
    assert.deepEqual(cited, ['s1']);
    assert.equal(dropped, 2);
  });

  test(`what the model says of its answer is read and never shown, in pieces of ${size}`, () => {
    const { text, mark } = stream('I do not know. [[unanswered]]', size);
    assert.equal(text, 'I do not know. ');
    assert.equal(mark, 'unanswered');
  });

  test(`a citation in a code block is a source and leaves the code alone, in pieces of ${size}`, () => {
    const { text, cited } = stream('```sh\nrun [[s1]]\n```\n', size);
    assert.equal(text, '```sh\nrun \n```\n');
    assert.deepEqual(cited, ['s1']);
  });

  test(`a removed citation makes no link of what stands around it, in pieces of ${size}`, () => {
    const { text } = stream('![[s9]][x](https://evil.example) <[[s9]]img src=x>', size);
    assert.doesNotMatch(text, /!\[x\]|^<img|[^\\]<img/);
  });
}

test('what only looks like a citation is text, and text that cannot become one is not held back', () => {
  const reader = createCitationReader(() => undefined);
  const text = 'if [[ -f x ]]; then a[s1] = [1, [2]]; fi [[s';
  const pieces = [...text].flatMap((one) => reader.push(one)).concat(reader.end());
  assert.equal(pieces.map((piece) => (piece.type === 'text' ? piece.text : '?')).join(''), text);
  assert.deepEqual(reader.push('a plain [link](x) and more'), [
    { type: 'text', text: 'a plain [link](x) and more' },
  ]);
  assert.deepEqual(reader.push(' tail ['), [{ type: 'text', text: ' tail ' }]);
  assert.deepEqual(reader.push('x'), [{ type: 'text', text: '[x' }]);
});
