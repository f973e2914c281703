import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkAnswer, checkRequest } from './openapi.ts';

const pulls = '/repos/acme/site/pulls';

test("a request that GitHub's description does not allow is noticed", () => {
  const violations: string[] = [];
  const at = (path: string, body?: unknown, query = '') =>
    checkRequest(violations, {
      method: body ? 'POST' : 'GET',
      path,
      query: new URLSearchParams(query),
      body,
    });
  at(pulls, { head: 'a', base: 'b', title: 't' });
  at(pulls, undefined, 'state=all');
  assert.deepEqual(violations, []);
  at(pulls, { head: 'a', title: 't' });
  at(pulls, { head: 'a', base: 'b', nonsense: 1 });
  at(pulls, undefined, 'state=merged');
  at(pulls, undefined, 'branch=x');
  at('/repos/acme/site/merges');
  assert.equal(violations.length, 5, violations.join('\n'));
});

test("an answer that GitHub's description does not allow is noticed", () => {
  const violations: string[] = [];
  checkAnswer(violations, 'POST', pulls, { status: 201, body: { number: 'one' } });
  checkAnswer(violations, 'POST', pulls, { status: 422, body: { message: 1 } });
  assert.equal(violations.length, 2, violations.join('\n'));
});
