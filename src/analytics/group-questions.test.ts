import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageAddress } from './asked-question.ts';
import { dependence } from './follow-up.ts';
import type { Embedder } from '../retrieval/embedding/embedder.ts';
import { type Group, wordsEnd } from './similarity.ts';
import { groupQuestions } from './group-questions.ts';
import { questionVectors, wordVectors } from './question-vectors.ts';

async function groups(texts: string[], byHand = false, sections: string[] = []): Promise<Group[]> {
  const vectors = await wordVectors.embed(texts.map((text) => ({ text, sections })));
  return texts.map((id, index) => ({ id, sum: vectors[index]!, count: 1, byHand }));
}

async function group(texts: string[], known: Group[] = []): Promise<string[][]> {
  const fresh = await groups(texts);
  const found = new Map([...known, ...fresh].map(({ id }) => [id, [id]]));
  for (const { from, into } of groupQuestions(known, fresh)) {
    found.get(into.id)!.push(...found.get(from.id)!);
    found.delete(from.id);
  }
  return [...found.values()];
}

test('questions with the same words in another form and order are one topic, others are not', async () => {
  const found = await group([
    'How do I deploy to Kubernetes?',
    'deploying on kubernetes',
    'Is there a dark theme?',
    'Kubernetes: how to deploy',
  ]);
  assert.deepEqual(found.map(({ length }) => length).sort(), [1, 3]);
});

test('the same question asked again is one topic, also where nobody asked anything else', async () => {
  const asked = await groups(
    Array.from({ length: 18 }, () => 'nginx proxy'),
    false,
    ['/proxy', '/nginx'],
  );
  assert.equal(groupQuestions([], asked).length, 17);
  const again = await groups(['nginx proxy'], false, ['/proxy', '/nginx']);
  assert.equal(groupQuestions([asked[0]!], again).length, 1);
});

test('a question in another language than the only one of the model is compared by its words', async () => {
  const embedder: Embedder = {
    id: 'english',
    language: 'en',
    understands: () => true,
    embedDocuments: async (texts) => texts.map(() => Float32Array.of(1)),
    embedQuery: async () => Float32Array.of(1),
    ready: async () => {},
    close: async () => {},
  };
  const texts = ['How do I connect the server to a proxy?', 'Wie verbinde ich den Server mit einem Proxy?'];
  const { embed } = await questionVectors(embedder);
  const vectors = await embed(texts.map((text) => ({ text, sections: [] })));
  assert.deepEqual(
    vectors.map((vector) => vector[wordsEnd]),
    [1, 0],
  );
});

test('questions for which the same pages were found are one topic when they share a word, others are not', async () => {
  const [deploy] = await groups(['How do I deploy to Kubernetes?'], false, ['/deploy', '/helm', '/cloud']);
  const [chart] = await groups(['is there a chart for kubernetes'], false, ['/helm', '/deploy', '/cloud']);
  const [proxy] = await groups(['put it behind nginx'], false, ['/deploy', '/helm', '/cloud']);
  const [dark] = await groups(['is there a dark theme'], false, ['/themes', '/cloud']);
  const joined = groupQuestions([deploy!], [chart!, proxy!, dark!]);
  assert.deepEqual(
    joined.map(({ from, into }) => [from.id, into.id].sort()),
    [['How do I deploy to Kubernetes?', 'is there a chart for kubernetes']],
  );
});

test('an address of a section names its page, also where the path follows the #', () => {
  assert.equal(pageAddress('https://a.io/guide#install'), 'https://a.io/guide');
  assert.equal(pageAddress('https://a.io/#/guide?id=install'), 'https://a.io/#/guide');
});

test('a question between two topics makes them one, unless people changed both', async () => {
  const apart = ['export billing data nightly', 'export billing csv'];
  const between = 'export billing data csv';
  assert.equal((await group(apart)).length, 2);
  assert.equal((await group([between], await groups(apart))).length, 1);
  assert.equal((await group([between], await groups(apart, true))).length, 2);
});

test('tells follow-ups that say nothing alone from those that do, and from questions', () => {
  for (const whole of [
    'why?',
    'and with TypeScript?',
    'how can I raise it?',
    'Same in Python?',
    'which one is declined?',
    'who can do that?',
    'for one table only?',
    'with sound?',
    'show me the code',
    'Can you explain it step by step, please?',
    'give me an example',
    'more details',
    'thanks!',
  ])
    assert.equal(dependence(whole), 'whole', whole);
  for (const part of ['does it keep the order of messages between two partitions?', 'what are the limits?'])
    assert.equal(dependence(part), 'part', part);
  for (const none of [
    'Is there a helm chart',
    'license',
    'How do I deploy to Kubernetes?',
    'show me the code of a plugin',
  ])
    assert.equal(dependence(none), 'none', none);
});

test('the more topics there are, the more alike in meaning two must be to become one', () => {
  const about = (id: string, place: number, like = 0): Group => {
    const sum = new Float32Array(wordsEnd + 120);
    sum[wordsEnd + place] = Math.sqrt(1 - like ** 2);
    sum[wordsEnd] = place === 0 ? 1 : like;
    return { id, sum, count: 1, byHand: false };
  };
  const joined = (others: number) => {
    const crowd = Array.from({ length: others }, (_, at) => about(`other ${at}`, at + 2));
    return groupQuestions([], [about('one', 0), about('another', 1, 0.36), ...crowd]).length;
  };
  assert.equal(joined(8), 1);
  assert.equal(joined(100), 0);
});
