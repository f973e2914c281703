import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { docsFolder } from '../helpers/docs-folder.ts';
import { docentProcess } from '../helpers/run-docent.ts';
import { root } from '../helpers/source-files.ts';

test('the program writes what a command says and ends with its exit code', async () => {
  const [help, wrong] = await Promise.all([docentProcess(['--help']), docentProcess(['serv'])]);
  assert.deepEqual([help.code, help.stderr], [0, '']);
  assert.match(help.stdout, /^Usage: docent COMMAND/);
  assert.deepEqual([wrong.code, wrong.stdout], [2, '']);
  assert.match(wrong.stderr, /^docent: There is no command "serv"/);
});

test('a long report goes through a pipe whole, and a reader that leaves early is no fault', async () => {
  const broken = Array.from({ length: 2000 }, (_, at) => `[gone](a-page-that-is-not-there-${at}.md)`);
  const folder = await docsFolder();
  await writeFile(join(folder.path, 'long.md'), broken.join('\n\n'));
  const piped = async (reader: string) => {
    const line = `"$0" bin/docent.js doctor "$1" --json | ${reader}`;
    return promisify(execFile)('sh', ['-c', line, process.execPath, folder.path], { cwd: root });
  };
  const [whole, head] = await Promise.all([piped('cat'), piped('head -c 1')]);
  assert.equal(JSON.parse(whole.stdout).links.broken.length, broken.length);
  assert.deepEqual(head, { stdout: '{', stderr: '' });
  await folder.remove();
});
