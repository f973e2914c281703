import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eachRun } from './each-run.ts';
import { createTermReader, tokenize } from './tokenize.ts';
import { createWordTable } from './word-table.ts';

const terms = (text: string) => tokenize(text).map(({ term }) => term);

test('words are folded: width, case and accents do not matter', () => {
  assert.deepEqual(terms('Café CAFE ｃａｆé Straße'), ['cafe', 'cafe', 'cafe', 'strass']);
});

test('words are stemmed, so that forms of a word find each other', () => {
  assert.deepEqual(terms('caching caches cached'), ['cach', 'cach', 'cach']);
});

test('an identifier gives itself and its parts, however it is written', () => {
  for (const written of ['useState', 'use_state', 'use-state', 'UseState']) {
    assert.deepEqual(terms(written), ['usest', 'use', 'state'], written);
  }
  assert.deepEqual(terms('XMLHttpRequest'), ['xmlhttprequest', 'xml', 'http', 'request']);
});

test('a plural of capitals is one word', () => {
  assert.deepEqual(terms('APIs GPUs'), ['api', 'gpus']);
});

test('a dotted name gives itself and each of its identifiers', () => {
  assert.deepEqual(terms('ray.data.map_batches'), [
    'raydatamapbatch',
    'ray',
    'data',
    'mapbatch',
    'map',
    'batch',
  ]);
});

test('an apostrophe does not part a word', () => {
  assert.deepEqual(terms("user's don't"), ['user', 'dont']);
});

test('C++, C# and F# are words of their own', () => {
  assert.deepEqual(terms('C++ and c# or C'), ['c++', 'and', 'c#', 'or', 'c']);
});

test('scripts without spaces give pairs of characters, beside words of other scripts', () => {
  assert.deepEqual(terms('React的状态管理'), ['react', '的状', '状态', '态管', '管理']);
  assert.deepEqual(terms('猫'), ['猫']);
});

test('punctuation, emoji and symbols give nothing', () => {
  assert.deepEqual(terms('?!… 🎉 "" -- ._. \u0000'), []);
});

test('hashes and data are not words', () => {
  assert.deepEqual(terms(`${'a1'.repeat(40)} ok`), ['ok']);
});

test('a token knows where its word stands', () => {
  const text = 'The mapBatches call';
  const places = tokenize(text).map(({ start, end }) => text.slice(start, end));
  assert.deepEqual(places, ['The', 'mapBatches', 'map', 'Batches', 'call']);
});

test('an index reads the same terms as a question, again and again', () => {
  const read = createTermReader((term) => term);
  const texts = [
    'The useState hooks of ray.data.map_batches, in C++ and F#',
    'Étés à Zürich: useState 東京都の天気, 한국어를',
    `short ${'x'.repeat(65)} ${'y'.repeat(300)} words`,
  ];
  for (const language of ['en', 'fr', 'en']) {
    for (const text of texts) {
      const expected = tokenize(text, language).map(({ term }) => term);
      assert.deepEqual(read(text, language), expected, text);
    }
  }
});

test('runs end where words do, whatever stands around them', () => {
  const texts = ["a._c++ x-C# d'un’été- .b", 'c++c f#: _x_', '𝒳y 🚀️z 京a都', '\ud800a'];
  const runs = texts.map((text) => {
    const found: string[] = [];
    eachRun(text, (start, end) => void found.push(text.slice(start, end)));
    return found;
  });
  assert.deepEqual(runs, [
    ['a._c', 'x-C', "d'un’été", 'b'],
    ['c', 'c', 'f#', 'x'],
    ['𝒳y', '\ufe0fz', '京', 'a', '都'],
    ['a'],
  ]);
});

test('a table of words that is full begins anew', () => {
  const table = createWordTable<number>();
  for (let i = 0; i < 100_000; i++) table.add(`w${i}`, i);
  assert.equal(table.find('a w99999 b', 2, 8), 99_999);
  assert.equal(table.find('w1', 0, 2), undefined);
});

test('words of one place in a table of words do not slow each other down', () => {
  // Blocks that lead FNV-1a to the same state as the block beside them, one pair after the other.
  const pairs = ['aetizqz banjnqn', ...Array<string>(6).fill('agrizqz bkljnqn')].map((pair) =>
    pair.split(' '),
  );
  let words = [''];
  for (const pair of pairs) words = words.flatMap((word) => pair.map((block) => word + block));
  const table = createWordTable<string>();
  for (const word of words) table.add(word, word);
  assert.equal(words.filter((word) => table.find(word, 0, word.length) === word).length, 32);
});

test('a dotted number is one word, with and without v, alone and in a name', () => {
  assert.deepEqual(terms('v3.12.0 2.10 V2.1'), ['3.12.0', '2.10', '2.1']);
  assert.deepEqual(terms('gpt-4.1-mini'), ['gpt41mini', 'gpt', '4.1', 'mini']);
  assert.deepEqual(terms('python3.12'), ['python312', 'python', '3.12']);
  assert.deepEqual(terms('1.2.3-beta'), ['123beta', '1.2.3', 'beta']);
  assert.deepEqual(terms('5.x'), ['5x', '5', 'x']);
});
