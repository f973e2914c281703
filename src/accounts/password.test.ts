import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openStore } from '../store/open-store.ts';
import { addUser } from '../store/users.ts';
import { hashPassword, isPassword } from './password.ts';
import { startSession } from './session.ts';
import { checkCredentials, setPassword } from './sign-in.ts';

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

test('a new password replaces the forgotten one, and ends the sessions', async () => {
  const store = await openStore({ url: 'sqlite::memory:' });
  const person = { name: 'Ada', passwordHash: null, subject: null };
  await addUser(store, { id: 'usr_1', email: 'ada@example.com', ...person, createdAt: 1, lastSeenAt: null });
  await startSession(store, 'usr_1');
  await setPassword(store, 'Ada@example.com', await hashPassword('correct horse battery'));
  assert.equal((await checkCredentials(store, 'ada@example.com', 'correct horse battery')).id, 'usr_1');
  assert.deepEqual(await store.db.selectFrom('sessions').selectAll().execute(), []);
  await assert.rejects(setPassword(store, 'bob@example.com', ''), { code: 'not_found' });
  await store.close();
});
