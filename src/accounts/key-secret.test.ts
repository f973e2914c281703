import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isKeyShaped, keyHint, newKeySecret } from './key-secret.ts';

test('an assistant key is svc_dsc_ and an admin key svc_, each with 142 random bits and a checksum', () => {
  assert.match(newKeySecret('assistant'), /^svc_dsc_[0-9A-Za-z]{30}$/);
  for (let i = 0; i < 100; i++) assert.match(newKeySecret('admin'), /^svc_[0-9A-Za-z]{30}$/);
});

test('every key that was made has the shape of one', () => {
  for (let i = 0; i < 100; i++) {
    assert.equal(isKeyShaped(newKeySecret('assistant')), true);
    assert.equal(isKeyShaped(newKeySecret('admin')), true);
  }
});

test('a key with any one character changed, missing or added does not pass its checksum', () => {
  const secret = newKeySecret('assistant');
  for (let i = 0; i < secret.length; i++) {
    const other = secret[i] === 'x' ? 'y' : 'x';
    assert.equal(isKeyShaped(secret.slice(0, i) + other + secret.slice(i + 1)), false);
    assert.equal(isKeyShaped(secret.slice(0, i) + secret.slice(i + 1)), false);
  }
  for (const text of ['', secret + 'x', ` ${secret}`, secret + '\n', 'x'.repeat(100_000)]) {
    assert.equal(isKeyShaped(text), false);
  }
});

test('the hint shows the prefix and the last four characters only', () => {
  const secret = newKeySecret('admin');
  assert.equal(keyHint('admin', secret), `svc_…${secret.slice(-4)}`);
});
