import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { makePage } from '../../../test/helpers/make-page.ts';
import { buildIndex } from '../build-index.ts';
import { openIndexFile } from '../index-file.ts';
import { corrected, queryTerms } from './query-terms.ts';
import { openVocabulary } from './vocabulary.ts';

const folder = mkdtempSync(join(tmpdir(), 'docent-terms-'));
const file = join(folder, 'docs.index');
await buildIndex(file, [
  makePage('a', '# Configuration\nKubernetes clusters are configured here. useState is a hook.'),
  makePage('b', '# Cluster deployment\nDeploy to kubernetes.'),
  makePage('c', '# Links\nA link to the postgres tables, and an effect. A backup of the login.'),
  makePage('zh', '# 请求\n处理 错误', { language: 'zh' }),
  makePage('de', '# Häuser\nDie Einstellungen der Häuser.', { language: 'de' }),
]);
const database = openIndexFile(file);
const vocabulary = openVocabulary(database);
after(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

function terms(text: string, languages = ['en']): string[][] {
  const isWord = (found: string[]) => found.every((term) => !term.startsWith(' '));
  return queryTerms(vocabulary, text, 3, languages)
    .map((word) => word.terms)
    .filter(isWord);
}

test('the heading that a question is comes with its words, and no other', () => {
  const headings = (text: string) =>
    queryTerms(vocabulary, text, 3, ['en']).flatMap(({ terms }) =>
      // After the space, terms of definitions and openings have a sign.
      terms.filter((term) => /^ +\w/.test(term)),
    );
  assert.equal(headings('What is a cluster deployment?').length, 1);
  assert.equal(headings('What is a deployment?').length, 0);
});

test('a verb with its particle also stands for the one word that docs write for both', () => {
  assert.deepEqual(terms('How do I back up kubernetes when I am logged in?'), [
    ['backup'],
    ['login'],
    ['kubernet'],
  ]);
  assert.deepEqual(terms('set up kubernetes'), [['kubernet']]);
});

test('the rarest words come first', () => {
  assert.deepEqual(terms('kubernetes hook'), [['hook'], ['kubernet']]);
});

test('an English word that the docs lack is not one that they have, mistyped', () => {
  assert.deepEqual(terms('the hood?'), [[]]);
  assert.deepEqual(terms('the hooq?'), [['hook']]);
});

test('a misspelled word stands for the one that it is a letter away from', () => {
  for (const text of ['kubernetse?', 'kubrnetes?', 'kubbernetes?', 'kuberneted?']) {
    assert.deepEqual(terms(text), [['kubernet']], text);
  }
  assert.deepEqual(terms('configuraton of'), [['configur']]);
});

test('a question is told in words of the docs, those that nobody mistyped as they were', () => {
  const told = (text: string) => corrected(vocabulary, text, ['en']);
  assert.equal(told('How do I configuer a kubernetse cluster?'), 'How do I configure a kubernet cluster?');
  assert.equal(told('the hood of use_staet in v4.x'), 'the hood of use_staet in v4.x');
});

test('the last word may be unfinished', () => {
  assert.deepEqual(terms('the kube'), [['kubernet']]);
  assert.deepEqual(terms('deploym'), [['deploy']]);
  assert.deepEqual(terms('kube hook'), [[], ['hook']], 'not when another follows');
});

test('a name that is not there is neither cut short nor given another first letter', () => {
  assert.deepEqual(terms('tables of linkbox'), [[], ['tabl']]);
  assert.deepEqual(terms('flink'), [[]]);
});

test('an option or a key of settings that is not there is a name, though its parts are there', () => {
  const unknown = (text: string) =>
    queryTerms(vocabulary, text, 3, ['en']).filter(({ terms, isName }) => isName && terms.length === 0)
      .length;
  for (const text of [
    'the --cluster-link flag',
    'set cluster.link.tables',
    '--useState-hook',
    'What does the cluster-link setting do?',
    'tables of oh-my-zsh',
  ])
    assert.equal(unknown(text), 1, text);
  for (const text of [
    'cluster-link',
    'cluster-link settles',
    '-- cluster-link',
    'my.cluster.useState',
    'cluster.link',
    'my.cluster.tables()',
    'cluster.link.js',
    'Is it there?--cluster',
    'It is there--cluster-link, too',
    'my.cluster.tables.json',
    'https://my.cluster.tables/link',
    'event.cluster.tables',
  ])
    assert.equal(unknown(text), 0, text);
});

test('what is known of a word: whether it is a name, and whether it had to be guessed', () => {
  const found = queryTerms(vocabulary, 'the kubernetse hook of Grafana', 3, ['en']);
  const facts = found.map(({ terms, isName, isGuess }) => [terms.join(' '), isName, isGuess]);
  assert.deepEqual(facts.sort(), [
    ['', true, true],
    ['hook', false, false],
    ['kubernet', false, true],
  ]);
});

test('a word that nothing stands for remains, and says that the docs lack it', () => {
  assert.deepEqual(terms('mortgage hook'), [[], ['hook']]);
});

test('a compound that is not there leaves the word to its parts', () => {
  assert.deepEqual(terms('cluster-hook').sort(), [['cluster'], ['hook']]);
});

test('a word is looked for by its stem in each language of the pages', () => {
  assert.deepEqual(terms('einstellung', ['en', 'de']), [['einstell']]);
  assert.deepEqual(terms('haus', ['de']), [['haus']]);
  assert.deepEqual(terms('configuring', ['en', 'de']), [['configur']]);
});

test('no more than 32 words are searched by', () => {
  assert.equal(terms(Array.from({ length: 100 }, (_, i) => `word${i}`).join(' ')).length, 32);
});

test('a pair of characters that straddles two words is no word', () => {
  assert.deepEqual(terms('怎么处理请求').sort(), [['处理'], ['请求']]);
  assert.deepEqual(terms('处理猫狗').sort(), [[], [], ['处理']], 'what no page has remains');
});

test('a name, and a word that is no English one, is a mention when no title or heading has it', () => {
  const mentions = (text: string, languages = ['en']) =>
    queryTerms(vocabulary, text, 3, languages).flatMap(({ terms, mention }) =>
      mention === null ? [] : [[terms[0], mention]],
    );
  assert.deepEqual(mentions('How do I link Kubernetes with tables, configuring a useState effect?'), [
    ['kubernet', 'name'],
  ]);
  assert.deepEqual(mentions('cluster on kubernetes'), [['kubernet', 'word']]);
  assert.deepEqual(
    mentions('cluster on kubernetes', ['en', 'de']),
    [],
    'words of other languages are unknown',
  );
  assert.deepEqual(mentions('How do I change the Configuration of Clusters?'), []);
  assert.deepEqual(mentions('cluster on kubernetse'), [], 'a misspelled word is not known to be one');
});

test('of a long word two letters may be wrong, but not of an identifier or a version', () => {
  assert.deepEqual(terms('configuracion of it'), [['configur']]);
  assert.deepEqual(terms('konfiguration of it'), [[]], 'the first letters are right');
  assert.deepEqual(terms('useStata of it'), [[], ['use'], ['state']], 'its parts are');
  assert.deepEqual(terms('v9.9.9 of it'), [[]]);
});

test('a value that the reader chose is not a word that the docs lack', () => {
  assert.deepEqual(terms('kubernetes at 9am'), [['kubernet']]);
});
