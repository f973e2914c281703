import assert from 'node:assert/strict';
import { test } from 'node:test';
import { otherLanguage } from './answer-language.ts';

test('the docs are in another language than the question when all pages that were found are', () => {
  assert.equal(otherLanguage('Wie aktiviere ich CORS?', [null, null], []), 'en');
  assert.equal(otherLanguage('Wie aktiviere ich CORS?', ['fr', 'en'], ['fr', 'en']), 'fr');
  assert.equal(otherLanguage('How do I enable CORS?', ['de-AT'], ['de-AT']), 'de-AT');
  assert.equal(otherLanguage('Wie aktiviere ich CORS?', ['de-AT', null], ['de-AT']), null);
  assert.equal(otherLanguage('enable CORS', ['de'], ['de']), null);
});

test('where nothing was found, only docs of no language are surely English', () => {
  assert.equal(otherLanguage('如何启用？', [], []), 'en');
  assert.equal(otherLanguage('Wie ändere ich das?', [], ['de']), null);
});
