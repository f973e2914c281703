import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askedHeadings, headingTerms } from './heading-terms.ts';

function asks(question: string, heading: string): boolean {
  const terms = headingTerms(heading, 'en');
  return askedHeadings(question, 'en').some((term) => terms.includes(term));
}

test('a question is the heading that it holds word for word, stop words and all', () => {
  assert.ok(asks('When should I use Redux?', 'When Should I Use Redux'));
  assert.ok(asks('FAQ: when should I use redux', 'When should I use Redux?'));
  assert.notEqual(headingTerms('When to use Redux', 'en')[0], headingTerms('Why to use Redux', 'en')[0]);
});

test('a question is about the heading that has just the words that matter of it', () => {
  assert.ok(asks('What is a root reducer?', 'Root reducers'));
  assert.ok(asks('how do I configure the store', 'Configuring a store'));
  assert.ok(!asks('What is a root reducer?', 'Reducers'));
});

test('a heading that is only a part of a longer question is left to its words', () => {
  assert.ok(!asks('how do I set up the next steps of a pipeline', 'Next steps'));
});

test('a heading of one word is left to its words, for many pages have it', () => {
  assert.ok(!asks('What is a limit?', 'Limits'));
  assert.ok(!asks('limits', 'Limits'));
});

test('long sentences and nothing are not terms of their own', () => {
  assert.deepEqual(headingTerms('word '.repeat(13), 'en'), []);
  assert.deepEqual(askedHeadings('', 'en'), []);
});
