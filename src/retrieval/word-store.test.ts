import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { createWordStore } from './word-store.ts';

test('words come back as they were, from memory and from the temporary file', () => {
  using database = new DatabaseSync(':memory:');
  const store = createWordStore(database, 3);
  const wordsOf = (page: number) => ({
    // A view into more, as the words of one message are.
    ids: Uint32Array.of(9, page, 70_000 + page).subarray(1),
    lengths: Uint32Array.of(1, 1, 0),
  });
  for (const page of [1, 2, 3]) store.put(page, wordsOf(page));
  assert.equal(database.prepare('SELECT count(*) AS count FROM page_words').get()!['count'], 2);
  for (const page of [3, 1, 2]) assert.deepEqual(store.take(page), wordsOf(page));
});
