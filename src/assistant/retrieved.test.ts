import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sectionUrl } from './retrieved.ts';

test('A section is led to by its fragment, or as docsify has it where the page is a fragment itself', () => {
  assert.equal(sectionUrl({ url: 'https://a.dev/x' }, { anchor: 'b' }), 'https://a.dev/x#b');
  assert.equal(sectionUrl({ url: 'https://a.dev/x' }, { anchor: null }), 'https://a.dev/x');
  assert.equal(sectionUrl({ url: 'https://a.dev/#/x' }, { anchor: 'b' }), 'https://a.dev/#/x?id=b');
});
