import assert from 'node:assert/strict';
import { test } from 'node:test';
import { retryAfter, isRateLimited } from './retry-after.ts';

const now = Date.parse('2026-01-01T00:00:00Z');

for (const [headers, wait] of [
  [{ 'retry-after': '90' }, 90_000],
  [{ 'retry-after': 'Thu, 01 Jan 2026 00:05:00 GMT' }, 300_000],
  [{ 'retry-after': 'Wed, 31 Dec 2025 00:05:00 GMT' }, 0],
  [{ 'retry-after-ms': '250', 'retry-after': '1' }, 250],
  [{ 'retry-after': 'soon' }, undefined],
  [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(now / 1000 + 60) }, 60_000],
  [{ 'x-ratelimit-remaining': '12', 'x-ratelimit-reset': String(now / 1000 + 60) }, undefined],
  [{ 'ratelimit-remaining': '0', 'ratelimit-reset': '30' }, 30_000],
  [{ 'x-ratelimit-remaining-tokens': '0', 'x-ratelimit-reset-tokens': '6m0.5s' }, 360_500],
  [{}, undefined],
] as const) {
  test(`${JSON.stringify(headers)} asks for ${wait} ms`, () => assert.equal(retryAfter(headers, now), wait));
}

test('a refusal is a limit by its fields alone', () => {
  assert.equal(isRateLimited({ 'x-ratelimit-remaining': '0' }), true);
  assert.equal(isRateLimited({ 'retry-after': '1' }), true);
  assert.equal(isRateLimited({ 'x-ratelimit-remaining': '4999' }), false);
});
