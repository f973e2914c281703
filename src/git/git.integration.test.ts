import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { temporaryFolder } from '../../test/helpers/repository.ts';

/** What git says, or the code of the fault, in a process with a search path of its own. */
async function versionWith(searchPath: string): Promise<string> {
  const script = `
    const { git } = await import(${JSON.stringify(new URL('./git.ts', import.meta.url).href)});
    console.log(await git(['--version']).then(String, ({ code }) => code));`;
  const args = ['--input-type=module', '--eval', script];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: { PATH: searchPath } });
  return stdout.trim();
}

test('git is looked for where the server looks for programs, and its absence is said', async (context) => {
  const folder = await temporaryFolder(context);
  assert.equal(await versionWith(folder), 'git_missing');
  const git = join(folder, 'git');
  await writeFile(git, '#!/bin/sh\necho git of our own\n');
  await chmod(git, 0o755);
  assert.equal(await versionWith(folder), 'git of our own');
});
