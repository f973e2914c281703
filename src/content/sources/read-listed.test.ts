import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
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
