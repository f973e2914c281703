import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languageAdvice } from './language-advice.ts';

const english = { language: 'en', understands: (text: string) => !/\p{sc=Han}/u.test(text) };
const german =
  'Die Anwendung startet den Server und wartet dann auf Anfragen, die sie der Reihe nach beantwortet, bis sie beendet wird.';

test('Docs in another language or script are said to be so', () => {
  assert.match(languageAdvice([german, german], english) ?? '', /does not know/);
  assert.match(languageAdvice(['Der Schlüssel ist in der Datei.'], english) ?? '', /does not know/);
  assert.match(languageAdvice(['短い', 'A short one'], english) ?? '', /does not know/);
});

test('Short texts, whose language cannot be told, say nothing', () => {
  assert.equal(languageAdvice(['See x y.', 'Plan a per unit', 'With npm.'], english), null);
  assert.equal(languageAdvice([], english), null);
});
