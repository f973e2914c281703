import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Command, launch } from './launch.ts';

const command = (file: string, ...args: string[]): Command => ({
  file,
  args,
  env: { PATH: '/usr/bin:/bin' },
  cwd: '/',
  input: '',
  timeout: 30_000,
  maxOutput: 1_000,
});

test('a program that is no longer wanted is not waited for, nor what it started', async () => {
  const ended = launch(command('sh', '-c', 'sleep 9; echo'), AbortSignal.timeout(100));
  const first = Promise.race([ended.catch(({ name }: Error) => name), launch(command('sleep', '4'))]);
  assert.equal(await first, 'TimeoutError');
});

test('a program that cannot be started says why, and the others go on', async () => {
  const other = launch({ ...command('cat'), input: 'all is well' });
  const refused = await launch(command('git', 'a\0b'));
  assert.match(refused.stderr.toString(), /^it could not be started: ERR_INVALID_ARG_VALUE$/);
  assert.match((await launch(command('no-such-program'))).stderr.toString(), /started: ENOENT$/);
  assert.equal((await other).stdout.toString(), 'all is well');
});

test('a program that writes too much is ended', async () => {
  const { succeeded, stdout } = await launch(command('yes'));
  assert.deepEqual([succeeded, stdout.length], [false, 1_000]);
});
