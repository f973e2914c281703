import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { encodedLike, plainText } from './line-ends.ts';

describe('a text keeps the line ends and the byte order mark that it had', () => {
  const edited = (model: string, edit: (plain: string) => string) =>
    encodedLike(edit(plainText(model)), model);

  test('of one kind', () => {
    assert.equal(
      edited('a\r\nb\r\n', (text) => text.replace('b', 'c\nd')),
      'a\r\nc\r\nd\r\n',
    );
    assert.equal(
      edited('a\nb', (text) => text.replace('b', 'c')),
      'a\nc',
    );
    assert.equal(
      edited('\uFEFF# A\r\n', (text) => text.replace('# A', '# B')),
      '\uFEFF# B\r\n',
    );
    assert.equal(encodedLike('new\r\n', ''), 'new\n');
  });

  test('of both kinds, each line its own, wherever it moves', () => {
    const model = 'a\r\n\r\nb\nc\n\nd\r\ne\nf';
    for (const [from, to, wanted] of [
      ['c', 'C', 'a\r\n\r\nb\nC\n\nd\r\ne\nf'],
      ['b\n', '', 'a\r\n\r\nc\n\nd\r\ne\nf'],
      ['a\n', 'a\nx\n', 'a\r\nx\r\n\r\nb\nc\n\nd\r\ne\nf'],
      ['a\n', 'x\ny\n', 'x\r\ny\r\n\r\nb\nc\n\nd\r\ne\nf'],
      ['c\n\nd\n', 'd\n', 'a\r\n\r\nb\nd\r\ne\nf'],
      ['f', 'f\n', 'a\r\n\r\nb\nc\n\nd\r\ne\nf\n'],
    ] as const)
      assert.equal(
        edited(model, (text) => text.replace(from, to)),
        wanted,
        from,
      );
  });
});
