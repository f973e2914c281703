import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCitationChecker } from './citations.ts';
import type { CitableSection } from './retrieved.ts';

const section = (id: string, title: string, url: string) => ({ id, title, url }) as CitableSection;
const known = [
  section('s1', 'Guide › Install [beta]', '/guide#install'),
  section('s12', 'API', 'https://x.dev/api (v1)'),
];

/** The text that a client sees when the answer arrives in pieces of `size` characters. */
function stream(text: string, size: number) {
  const checker = createCitationChecker((id) => known.find((one) => one.id === id));
  const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
  const checked = [...pieces.map((piece) => checker.push(piece)), checker.end()];
  return {
    text: checked.map((one) => one.text).join(''),
    cited: checked.flatMap((one) => one.cited.map(({ id }) => id)),
    dropped: checker.dropped(),
    longestWait: Math.max(
      ...checked.map(
        (_, at) =>
          pieces.slice(0, at + 1).join('').length -
          checked
            .slice(0, at + 1)
            .map((c) => c.text)
            .join('').length,
      ),
    ),
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

  test(`what only looks like a citation passes, in pieces of ${size}`, () => {
    const text = 'if [[ -f x ]]; then a[s1] = [1, [2]]; fi [[s';
    assert.equal(stream(text, size).text, text);
  });
}

test('text that cannot become a citation is not held back', () => {
  const checker = createCitationChecker(() => undefined);
  assert.equal(checker.push('a plain [link](x) and more').text, 'a plain [link](x) and more');
  assert.equal(checker.push(' tail [').text, ' tail ');
  assert.equal(checker.push('x').text, '[x');
});
