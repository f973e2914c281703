import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { createWordStore } from './word-store.ts';

test('pages come back as they were, from memory and from the temporary file', () => {
  using database = new DatabaseSync(':memory:');
  const store = createWordStore(database, 3);
  const pageOf = (id: number) => ({
    id,
    path: `page/${id}`,
    language: id === 2 ? null : 'en',
    facet: 1,
    sections: [10 * id, 10 * id + 1],
    words: {
      // A view into more, as the words of one message are.
      ids: Uint32Array.of(9, id, 70_000 + id).subarray(1),
      lengths: Uint32Array.of(1, 1, 0),
    },
  });
  for (const id of [1, 2, 3]) store.put(pageOf(id));
  assert.equal(database.prepare('SELECT count(*) AS count FROM page_words').get()!['count'], 2);
  for (const id of [3, 1, 2]) assert.deepEqual({ ...store.take(id) }, pageOf(id));
});
