import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Question } from './question.ts';
import { askedMessage, searchQuery } from './search-query.ts';

const question = (text: string, context: Question['context'] = []): Question => ({
  fp: 'anonymous',
  threadId: null,
  threadKey: null,
  messages: [{ role: 'user', text, attachments: [] }],
  retrievalPageSize: 5,
  filter: {},
  context,
  currentPath: null,
});

test('a full question is searched alone', () => {
  assert.equal(
    searchQuery(question('How do I configure a proxy for uploads?'), ['How do I install it?']),
    'How do I configure a proxy for uploads?',
  );
});

test('a follow-up is searched with the question before it', () => {
  assert.equal(
    searchQuery(question('and in Python?'), ['How do I retry a request?']),
    'How do I retry a request?\nand in Python?',
  );
});

test('regenerating does not search the same words twice', () => {
  assert.equal(searchQuery(question('Install?'), ['Install?']), 'Install?');
});

test('selected text is searched too, its start only', () => {
  const selection = {
    type: 'textSelection' as const,
    value: 'x'.repeat(1_000),
    path: undefined,
    elementId: undefined,
  };
  assert.equal(
    searchQuery(question('What does this long sentence here mean?', [selection]), []).length,
    39 + 1 + 300,
  );
});

test('the last user message is what is asked, also when the assistant spoke last', () => {
  const asked = askedMessage([
    { role: 'user', text: 'a', attachments: [] },
    { role: 'assistant', text: 'b', attachments: [] },
  ]);
  assert.equal(asked?.text, 'a');
});
