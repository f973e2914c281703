import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inEnglish } from './in-english.ts';

const docs = new Set(['packag', 'sourc', 'environ', 'variabl', 'cach', 'delet', 'configur', 'publish']);
const known = {
  count: (term: string) => (docs.has(term) ? 10 : 0),
  repair: (word: string) => (word === 'navegacion' ? [{ term: 'navig', sections: 10 }] : []),
};

test('a question in another language is asked in English words', () => {
  assert.equal(inEnglish('Wie lösche ich den Cache?', known), 'how to delete Cache?');
  assert.equal(inEnglish('¿Cómo puedo configurar la navegación?', known), 'how to can configure navigation?');
  assert.equal(inEnglish('キャッシュを削除する方法', known), 'how to cache delete');
  assert.equal(inEnglish('如何删除缓存？', known), 'how to delete cache');
  assert.equal(inEnglish('Как удалить кэш?', known), 'how to delete cache?');
  assert.equal(inEnglish('Come posso eliminare la cache?', known), 'how to can delete cache?');
  assert.equal(inEnglish('캐시를 삭제하려면 어떻게 하나요?', known), 'how to cache delete ?');
});

test('parts of German compounds are words', () => {
  assert.equal(inEnglish('Wie setze ich eine Umgebungsvariable?', known), 'how to set environment variable?');
  assert.equal(inEnglish('Wo finde ich die Paketquellen?', known), 'where find package source?');
});

test('names, options and code stay; other words that the docs lack do not', () => {
  assert.equal(
    inEnglish('Comment publier sur PyPI avec `uv publish --token` ?', known),
    'how to publish PyPI `uv publish --token` ?',
  );
  assert.equal(inEnglish('¿Cómo uso Kafka con la gabardina?', known), 'how to use Kafka ?');
});

test('English questions, and those in a language without a glossary, stay as they are', () => {
  assert.equal(inEnglish('How do I delete the cache?', known), null);
  assert.equal(inEnglish('Hur tar jag bort cachen?', known), null);
});
