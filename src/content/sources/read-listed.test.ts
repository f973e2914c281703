import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readListed } from './read-listed.ts';

const skip = process.platform === 'win32' && 'Windows has no named pipes in folders';

test('a pipe that took the place of a file since it was listed is not waited for', { skip }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'docent-listed-'));
  t.after(() => rmSync(folder, { recursive: true }));
  execFileSync('mkfifo', [join(folder, 'index.md')]);
  assert.deepEqual(await readListed(folder, ['index.md'])('index.md'), {
    text: null,
    warning: 'is not a file',
  });
});

test('a link that took the place of a file since it was listed leads to files of the folder only', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'docent-listed-'));
  const outside = mkdtempSync(join(tmpdir(), 'docent-outside-'));
  for (const one of [folder, outside]) t.after(() => rmSync(one, { recursive: true }));
  for (const one of [folder, outside]) writeFileSync(join(one, 'a.md'), '# A');
  symlinkSync(join(outside, 'a.md'), join(folder, 'out.md'));
  symlinkSync('a.md', join(folder, 'in.md'));
  const read = readListed(folder, ['in.md', 'out.md']);
  assert.deepEqual(await read('in.md'), { text: '# A', warning: null });
  assert.deepEqual(await read('out.md'), { text: null, warning: 'is a link that leaves the folder' });
});
