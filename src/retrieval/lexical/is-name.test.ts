import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createNameSense } from './is-name.ts';

function names(text: string, languages = ['en']): string[] {
  const isName = createNameSense(text, languages);
  return [...text.matchAll(/[\p{L}\p{N}_]+/gu)]
    .filter(({ 0: word, index }) => isName(index, index + word.length))
    .map(([word]) => word);
}

test('identifiers and capitals within a sentence are names', () => {
  assert.deepEqual(names('How do I use the useQueryClient hook of TanStack Query on S3?'), [
    'useQueryClient',
    'TanStack',
    'Query',
    'S3',
  ]);
  assert.deepEqual(names('what is gpu_sharing_policy'), ['gpu_sharing_policy']);
  assert.deepEqual(names('run it at 9am for the 3rd time with 10MB'), []);
});

test('the first word of a sentence is none for its capital', () => {
  assert.deepEqual(names('It fails. Why? Because of Kafka.'), ['Kafka']);
});

test('capitals say nothing in titles, in shouting and in German', () => {
  assert.deepEqual(names('Deploying Large Language Models'), []);
  assert.deepEqual(names('WHY DOES IT NOT WORK'), []);
  assert.deepEqual(names('Wie setze ich den Namen der Datei mit useState?', ['de', 'en']), ['useState']);
});

test('a capital among scripts that have none is the one of a name', () => {
  const isName = createNameSense('Hugoのタクソノミーを設定する', ['ja']);
  assert.equal(isName(0, 4), true);
});
