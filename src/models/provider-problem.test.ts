import assert from 'node:assert/strict';
import { test } from 'node:test';
import { APICallError, LoadAPIKeyError } from '@ai-sdk/provider';
import { ModelFault } from './model-fault.ts';
import { problemOf, waitAskedBy } from './provider-problem.ts';

const refusal = (statusCode: number, responseBody = '', responseHeaders = {}) =>
  new ModelFault(
    'refused',
    'The model call failed.',
    new APICallError({
      message: 'No',
      url: 'http://provider',
      requestBodyValues: {},
      statusCode,
      responseBody,
      responseHeaders,
    }),
  );

// Bodies as the providers document them.
for (const [problem, fault] of [
  ['key', refusal(401, '{"error":{"code":"invalid_api_key"}}')],
  ['key', new ModelFault('refused', 'x', new LoadAPIKeyError({ message: 'Key is missing' }))],
  [
    'quota',
    refusal(429, '{"error":{"code":"insufficient_quota","message":"You exceeded your current quota"}}'),
  ],
  ['quota', refusal(400, '{"error":{"message":"Your credit balance is too low to access the API."}}')],
  ['quota', refusal(402)],
  ['busy', refusal(429, '{"error":{"type":"rate_limit_error"}}')],
  ['context_too_long', refusal(400, '{"error":{"code":"context_length_exceeded"}}')],
  [
    'context_too_long',
    refusal(400, '{"error":{"message":"prompt is too long: 210000 tokens > 200000 maximum"}}'),
  ],
  ['context_too_long', refusal(400, 'The input token count exceeds the maximum number of tokens allowed')],
  ['context_too_long', refusal(413)],
  ['refused', refusal(404, 'model not found')],
  ['refused', new ModelFault('filtered', 'x')],
  ['outage', refusal(529, 'overloaded')],
  ['outage', refusal(503)],
  ['outage', new ModelFault('no_first_token', 'x')],
  ['outage', new ModelFault('refused', 'x', { type: 'overloaded_error', message: 'Overloaded' })],
] as const) {
  test(`${problem}: ${fault.code} ${JSON.stringify((fault.cause as Error)?.message)}`, () =>
    assert.equal(problemOf(fault), problem));
}

test('the wait that a provider asks for', () => {
  assert.equal(waitAskedBy(refusal(429, '', { 'retry-after': '120' })), 120_000);
  assert.equal(waitAskedBy(new ModelFault('cut', 'x')), undefined);
});
