import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerLanguage } from './answer-language.ts';
import { chooseFilter, withoutVersion } from './choose-filter.ts';

const docs = { languages: ['en', 'de'], versions: ['v4', 'v5', 'v5.1'] };
const near = { version: 'v4', language: 'en' };

test('the filter binds, then a question’s own words; what is near is preferred, no more', () => {
  const choose = (asked: string, filter = {}, meant?: { version: string | null; language: string | null }) =>
    chooseFilter(docs, asked, { filter }, near, meant);
  const inWords = choose('How do I send the stream in v5?', { version: 'v4', language: 'en' });
  assert.deepEqual([inWords.strict.version, inWords.preferred.version, inWords.keptOut], ['v4', 'v4', 'v5']);
  const named = choose('How do I send the stream in v5?');
  assert.deepEqual([named.strict.version, named.preferred.version, named.keptOut], ['v5', 'v5', null]);
  const filtered = choose('How do I send the stream?', { version: 'v5' }, { version: 'v4', language: null });
  assert.deepEqual([filtered.strict.version, filtered.preferred.version], ['v5', 'v5']);
  const meant = choose('And the other way round?', {}, { version: 'v5.1', language: 'de' });
  assert.deepEqual([meant.strict.version, meant.preferred], [undefined, { version: 'v5.1', language: 'de' }]);
  const viewed = choose('How do I send the stream?');
  assert.deepEqual([viewed.strict.version, viewed.preferred.version], [undefined, 'v4']);
  const both = choose('Was ändert sich zwischen v4 und v5?');
  assert.deepEqual([both.strict.version, both.sides], [undefined, ['v4', 'v5']]);
  assert.deepEqual(choose('v4 or v5?', { version: 'v4' }).sides, [], 'a filter lets one through');
});

test('a number or an ordinary word is a version only where the question says so', () => {
  const docs = { languages: [], versions: ['v4', 'v5', 'next'] };
  const named = (asked: string) => chooseFilter(docs, asked, { filter: {} }, undefined).strict.version;
  for (const asked of ['How do I send 5 requests?', 'Send 5 requests', 'What should I do next?'])
    assert.equal(named(asked), undefined, asked);
  for (const asked of ['Is it in version 5?', 'How do I stream with Acme 5?', 'in v5', '5.x: streams'])
    assert.equal(named(asked), 'v5', asked);
  assert.equal(named('Is it in the next version?'), 'next');
  const dated = { languages: [], versions: ['Version 2024-11-05 (old)', 'Version 2025-06-18', 'Draft'] };
  const meant = chooseFilter(dated, 'How are tools listed in 2025-06-18?', { filter: {} }, undefined);
  assert.equal(meant.strict.version, 'Version 2025-06-18');
});

test('the filter’s language binds; then the conversation’s, the question’s and that of the page are preferred', () => {
  const choose = (
    asked: string,
    filter = {},
    meant?: { version: string | null; language: string | null },
  ) => {
    const { strict, preferred } = chooseFilter(docs, asked, { filter }, near, meant);
    return [strict.language, preferred.language];
  };
  const german = 'Wie kann ich das Passwort ändern?';
  assert.deepEqual(choose(german), [undefined, 'de']);
  assert.deepEqual(choose(german, { language: 'en' }), ['en', 'en']);
  assert.deepEqual(choose('Docker', { language: 'de' }), ['de', 'de']);
  assert.deepEqual(choose('drag and drop aktivieren', { language: 'de' }), ['de', 'de']);
  assert.deepEqual(choose('rate limit per user', { language: 'en' }), ['en', 'en'], 'one word says nothing');
  const meant = { version: null, language: 'de' };
  assert.deepEqual(choose('Docker', { language: 'en' }, meant), ['en', 'en']);
  assert.deepEqual(choose('Docker', {}, meant), [undefined, 'de']);
  assert.deepEqual(choose('Docker'), [undefined, 'en']);
});

test('the version that filters a search is not searched for, unless the step to it is asked for', () => {
  const bare = (asked: string, text = asked) =>
    withoutVersion(text, asked, docs.versions).replaceAll(/\s+/g, ' ');
  assert.equal(bare('How are tools listed in v5.1?'), 'How are tools listed in ?');
  assert.equal(bare('in v4?', 'How do I stream?\nin v4?'), 'How do I stream? in ?');
  for (const asked of ['How do I upgrade to v5?', 'v4 or v5?', 'Send 5 requests', 'What changed in v5.1?'])
    assert.equal(bare(asked), asked);
});

test('an answer is in the language of the question, which the docs need not have, else in that of the page', () => {
  assert.equal(answerLanguage('Wie kann ich das Passwort ändern?', 'en'), 'de');
  assert.equal(answerLanguage('Hoe verander ik de poort van de server?', null), 'nl', 'not German');
  assert.equal(answerLanguage('Docker installieren', 'de'), 'de');
  assert.equal(answerLanguage('What is a worker?', 'ja'), 'en');
  assert.equal(answerLanguage('rate limit per user', 'en'), 'en', 'not Italian');
  assert.equal(answerLanguage('rate limit per user – default', 'en'), 'en', 'a dash is of no language');
  assert.equal(answerLanguage('drag and drop aktivieren', 'de'), 'de');
  assert.equal(answerLanguage('door sensor', null), null, 'not Dutch');
  assert.equal(answerLanguage('設定方法', 'ja'), 'ja');
  assert.equal(answerLanguage('设置方法', 'en'), 'zh');
  assert.equal(answerLanguage('max retries', null), null);
});
