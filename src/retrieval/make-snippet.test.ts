import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeSnippet } from './make-snippet.ts';
import type { PageHit } from './search.ts';

test('a snippet has the code of a section without its fences', () => {
  const text = 'Set it:\n\n```sh\nexport PROXY=a\n```\n\nThat is all.';
  const hit = { sections: [{ text }], terms: [], language: null } as unknown as PageHit;
  assert.equal(makeSnippet(hit), 'Set it: export PROXY=a That is all.');
});
