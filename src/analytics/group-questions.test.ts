import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Gap, GapQuestion } from '../store/gaps.ts';
import { groupQuestions } from './group-questions.ts';
import { wordVectors } from './question-vectors.ts';

async function group(texts: string[], known: Gap[] = []) {
  const questions = texts.map((question, index): GapQuestion => {
    return { turnId: `trn_${question}`, threadId: 't', question, status: 'unanswered', createdAt: index };
  });
  return groupQuestions('prj_1', known, questions, await wordVectors.embed(texts), wordVectors);
}

test('questions with the same words in another form and order are one gap, others are not', async () => {
  const { changed, placed } = await group([
    'How do I deploy to Kubernetes?',
    'deploying on kubernetes',
    'Is there a dark theme?',
    'Kubernetes: how to deploy',
  ]);
  assert.deepEqual(
    changed.map(({ count }) => count),
    [3, 1],
  );
  assert.equal(new Set(placed.map(({ gapId }) => gapId)).size, 2);
});

test('later questions join the gap that is there', async () => {
  const first = await group(['How do I deploy to Kubernetes?']);
  const second = await group(['deploy kubernetes'], first.changed);
  assert.deepEqual(second.changed.map(({ id, count }) => [id, count]), [[first.changed[0]!.id, 2]]); // prettier-ignore
});

test('the label is one of the questions', async () => {
  const { changed } = await group(['export billing data', 'export billing data as csv', 'export data']);
  assert.ok(changed.every(({ labelTurnId }) => labelTurnId?.startsWith('trn_export')));
});
