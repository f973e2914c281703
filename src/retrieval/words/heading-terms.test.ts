import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askedHeadings, headingTerm } from './heading-terms.ts';

const asks = (question: string, heading: string) =>
  askedHeadings(question, 'en').includes(headingTerm(heading, 'en')[0]!);

test('a question is the heading that it holds word for word, stop words and all', () => {
  assert.ok(asks('When should I use Redux?', 'When Should I Use Redux'));
  assert.ok(asks('FAQ: when should I use redux', 'When should I use Redux?'));
  assert.ok(!asks('Should I use Redux?', 'When should I use Redux?'));
});

test('a heading that is only a part of a longer question is left to its words', () => {
  assert.ok(!asks('how do I set up the next steps of a pipeline', 'Next steps'));
});

test('single words and sentences are no terms of their own', () => {
  assert.deepEqual(headingTerm('Install', 'en'), []);
  assert.deepEqual(headingTerm('word '.repeat(13), 'en'), []);
  assert.deepEqual(askedHeadings('', 'en'), []);
});
