import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashSecret, isSecretOf } from './secrets.ts';

test('a secret is known by its SHA-256', () => {
  assert.equal(hashSecret('abc'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  assert.equal(isSecretOf('abc', hashSecret('abc')), true);
  assert.equal(isSecretOf('abd', hashSecret('abc')), false);
  assert.equal(isSecretOf('abc', ''), false);
});
