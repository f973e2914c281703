import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashPassword, isPassword } from './password.ts';

test('a password is known by its hash, another one is not, and nobody has none', async () => {
  const stored = await hashPassword('correct horse battery');
  assert.match(stored, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]+\$[A-Za-z0-9+/]+$/);
  assert.equal(await isPassword('correct horse battery', stored), true);
  assert.equal(await isPassword('correct horse batterx', stored), false);
  assert.equal(await isPassword('anything', null), false);
  assert.equal(await isPassword('anything', 'not a hash'), false);
});

test('the same password has another hash each time', async () => {
  assert.notEqual(await hashPassword('a long enough one'), await hashPassword('a long enough one'));
});
