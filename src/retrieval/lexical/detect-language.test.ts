import assert from 'node:assert/strict';
import { test } from 'node:test';
import { detectLanguage } from './detect-language.ts';

const languages = ['de', 'es', 'ja', 'zh-CN', 'ru'];

test('a question tells its language by its script or its small words', () => {
  assert.equal(detectLanguage('How do I poll an endpoint every few seconds?', languages), 'en');
  assert.equal(detectLanguage('Wie kann ich die Suche in der Seite abschalten?', languages), 'de');
  assert.equal(detectLanguage('¿Cómo puedo desactivar la búsqueda en una página?', languages), 'es');
  assert.equal(detectLanguage('検索を無効にする方法', languages), 'ja');
  assert.equal(detectLanguage('如何禁用搜索', languages), 'zh-CN');
  assert.equal(detectLanguage('Как отключить поиск', ['de']), null);
  assert.equal(detectLanguage('webhooks setup', languages), null);
  assert.equal(detectLanguage('Webhooks?', ['fr', 'it']), null, 'nothing after the last word is no word');
  assert.equal(detectLanguage('¿Cómo instalo Docker?', ['fr', 'pt', 'es']), 'es');
  assert.equal(detectLanguage('ES module with Node', languages), 'en');
  assert.equal(detectLanguage('How do I index 日本語 pages?', languages), 'en');
  assert.equal(detectLanguage('「the file is not found」というエラーが出ます', languages), 'ja');
  assert.equal(detectLanguage('¿Qué significa "the file is not found"?', ['fr', 'es']), 'es');
  assert.equal(detectLanguage('Next.js の with を使う方法', languages), 'ja');
  assert.equal(detectLanguage('Як вимкнути індекс?', [...languages, 'uk']), 'uk');
});
