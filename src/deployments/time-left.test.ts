import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DeploymentStep, StepName } from '../store/deploy-tables.ts';
import { createJournal } from './journal.ts';
import { timeLeft } from './time-left.ts';

const step = (
  name: StepName,
  startedAt: number,
  endedAt: number | null,
  done: number | null = null,
  total: number | null = null,
): DeploymentStep => ({ name, startedAt, endedAt, failed: false, done, total });

const last = [
  step('queued', 0, 50_000),
  step('reading', 0, 4_000),
  step('parsing', 4_000, 14_000, 100, 100),
  step('indexing', 14_000, 17_000),
  step('live', 17_000, 18_000),
  step('vectors', 18_000, 90_000, 500, 500),
];

test('a step goes on as fast as it went, and those to come as in the deployment before', () => {
  const parsing = [step('reading', 0, 1_000), step('parsing', 1_000, null, 10, 40)];
  assert.equal(timeLeft(parsing, [], 3_000), 6);
  assert.equal(timeLeft(parsing, last, 3_000), 10);
});

test('before it has a rate, the deployment before is the measure, by what there is to do', () => {
  const begun = [step('parsing', 0, null, 0, 50)];
  assert.equal(timeLeft(begun, last, 500), 9);
  assert.equal(timeLeft(begun, [], 500), null);
  assert.equal(timeLeft([step('reading', 0, null)], last, 1_000), 17);
  assert.equal(timeLeft([step('queued', 0, null)], last, 99_000), 18);
  assert.equal(timeLeft([step('reading', 0, null)], last, 60_000), 14);
});

test('nothing is told of what is over, or answers already', () => {
  assert.equal(timeLeft(last, last, 0), null);
  assert.equal(timeLeft([], last, 0), null);
  assert.equal(timeLeft([step('vectors', 0, null, 1, 9)], last, 5_000), null);
});

test('a journal has its steps one after the other, and only so many lines', () => {
  let time = 10;
  const journal = createJournal(3, () => time++);
  journal.begin('reading');
  journal.begin('parsing', 2);
  journal.count(1, 2);
  journal.end(true);
  for (let nth = 0; nth < 600; nth++) journal.log(`line\n${nth}`);
  const { steps, logs } = journal.shown();
  assert.deepEqual(steps, [
    step('queued', 3, 10),
    step('reading', 11, 12),
    { ...step('parsing', 13, 14, 1, 2), failed: true },
  ]);
  assert.equal(logs.length, 501);
  assert.equal(logs[7], 'line 7');
  assert.equal(logs.at(-1), '… and 100 more lines.');
});
