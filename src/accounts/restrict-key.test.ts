import assert from 'node:assert/strict';
import { test } from 'node:test';
import { restrictKey } from './restrict-key.ts';

const expiresAt = Date.parse('2030-01-01T00:00:00Z');
const parent = { scopes: ['read' as const], ipAllowList: ['10.0.0.0/8', '2001:db8::/32'], expiresAt };
const key = { kind: 'admin' as const, name: 'k' };

test('what a key does not say, it takes from the key that makes it', () => {
  assert.deepEqual(restrictKey({ ...key, expiresAt: null }, parent), {
    ...key,
    scopes: ['read'],
    ipAllowList: parent.ipAllowList,
    expiresAt: '2030-01-01T00:00:00.000Z',
  });
});

test('what makes it weaker is its own', () => {
  const own = {
    ...key,
    scopes: ['read' as const],
    ipAllowList: ['10.1.0.0/16', '10.2.3.4'],
    expiresAt: '2029-01-01T00:00:00Z',
  };
  assert.deepEqual(restrictKey(own, parent), own);
});

for (const [path, stronger] of [
  ['scopes', { scopes: ['write' as const] }],
  ['ipAllowList', { ipAllowList: ['10.0.0.0/7'] }],
  ['ipAllowList', { ipAllowList: ['10.1.0.0/16', '192.0.2.1'] }],
  ['expiresAt', { expiresAt: '2030-01-01T00:00:01Z' }],
] as const) {
  test(`${JSON.stringify(stronger)} is refused`, () => {
    assert.throws(
      () =>
        restrictKey({ ...key, ...structuredClone(stronger) } as Parameters<typeof restrictKey>[0], parent),
      (error: { code: string; details: { path: string }[] }) =>
        error.code === 'invalid_request' && error.details[0]?.path === path,
    );
  });
}
