import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isStuck } from './job-step.ts';
import { hashCall, type ToolRecord } from './job-step.ts';

const call = (input: string, ok = true, name = 'read_file'): ToolRecord => ({
  name,
  summary: '',
  ok,
  hash: hashCall(name, input, String(ok)),
});

test('the same call with the same outcome three times is a circle; others in between break it', () => {
  assert.equal(isStuck([[call('a')], [call('a')], [call('a')]]), true);
  assert.equal(isStuck([[call('a')], [call('b')], [call('a')]]), false);
  assert.equal(isStuck([[call('a')], [call('a')]]), false);
});

test('six failures in a row are a circle, whatever was tried', () => {
  const failures = ['a', 'b', 'c', 'd', 'e', 'f'].map((input) => [call(input, false)]);
  assert.equal(isStuck(failures), true);
  assert.equal(isStuck([...failures.slice(1), [call('g')]]), false);
});

test('a single step is none, however often it repeats itself or fails', () => {
  assert.equal(isStuck([[call('a'), call('a'), call('a')]]), false);
  const failures = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((input) => call(input, false));
  assert.equal(isStuck([failures]), false);
  assert.equal(isStuck([failures, [call('h', false)]]), true);
  assert.equal(isStuck([[...failures, call('h')], [call('i', false)]]), false);
});

test('three steps of nothing but talk are a circle', () => {
  assert.equal(isStuck([[call('a')], [], [], []]), true);
  assert.equal(isStuck([[call('a')], [], []]), false);
});

test('repeated calls of finish are not: the checks bound them', () => {
  const finish = call('f', true, 'finish');
  assert.equal(isStuck([[call('a')], [finish], [finish], [finish]]), false);
});
