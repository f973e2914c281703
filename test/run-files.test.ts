import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { docsFolder } from './helpers/docs-folder.ts';

const rejects = `import { test } from 'node:test';
test('green', () => void Promise.reject(new Error('leaked')));`;
const exits = `import { test } from 'node:test';
test('leaves', () => process.exit(0));`;
const skips = `import { test } from 'node:test';
test('left out', { skip: true }, () => {});
test('elsewhere', { skip: 'only there' }, () => {});`;

test('what fails outside of a test fails the run, and is said', async (context) => {
  const folder = await docsFolder({
    'rejects.mjs': rejects,
    'empty.mjs': '',
    'skips.mjs': skips,
    'exits.mjs': exits,
  });
  context.after(() => folder.remove());
  const run = (...files: string[]) => {
    const paths = files.map((file) => join(folder.path, file));
    const args = [join(import.meta.dirname, 'run-files.ts'), ...paths];
    const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    assert.equal(status, 1);
    return stdout;
  };
  const faults = run('rejects.mjs', 'empty.mjs', 'skips.mjs');
  assert.match(faults, /ℹ fail 0/);
  assert.match(faults, /Nothing handled a rejection: Error: leaked\n.*rejects\.mjs:2/);
  assert.match(faults, /empty\.mjs has no test/);
  assert.match(faults, /“left out” is skipped, and does not say why/);
  assert.doesNotMatch(faults, /“elsewhere” is skipped/);
  assert.match(run('exits.mjs'), /The process was ended while “leaves” of .*exits\.mjs was run/);
});
