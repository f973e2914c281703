import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { eventually } from '../../../test/helpers/eventually.ts';
import { temporaryFolder } from '../../../test/helpers/repository.ts';
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

test('a program that is no longer wanted is not waited for, nor what it started', async (context) => {
  const file = join(await temporaryFolder(context), 'started');
  const wanted = new AbortController();
  const script = `sleep 300 & echo $! > ${file}; wait`;
  const ended = launch({ ...command('sh', '-c', script), timeout: 600_000 }, wanted.signal);
  const started = await eventually(
    () => readFile(file, 'utf8').catch(() => ''),
    (text) => text.endsWith('\n'),
  );
  wanted.abort();
  await assert.rejects(ended, { name: 'AbortError' });
  assert.ok(process.kill(Number(started), 'SIGKILL'), 'what it started is still there');
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
