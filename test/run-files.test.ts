import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { docsFolder } from './helpers/docs-folder.ts';

const rejects = `import { test } from 'node:test';
test('green', () => void Promise.reject(new Error('leaked')));`;
const exits = `import { test } from 'node:test';
test('leaves', () => process.exit(0));`;
const throws = `import { after, test } from 'node:test';
after(() => { throw new Error('could not clean up') });
test('first', () => {});
throw new Error('broken below');`;
const skips = `import { test } from 'node:test';
test('left out', { skip: true }, () => {});
test('elsewhere', { skip: 'only there' }, () => {});`;

test('what fails outside of a test fails the run, and is said', async (context) => {
  const folder = await docsFolder({
    'rejects.mjs': rejects,
    'empty.mjs': '',
    'throws.mjs': throws,
    'skips.mjs': skips,
    'exits.mjs': exits,
  });
  context.after(() => folder.remove());
  const run = (...files: string[]) => {
    const paths = files.map((file) => join(folder.path, file));
    const program = fileURLToPath(new URL('./run-files.ts', import.meta.url));
    const { status, stdout } = spawnSync(process.execPath, [program, ...paths], { encoding: 'utf8' });
    assert.equal(status, 1);
    return stdout;
  };
  const faults = run('rejects.mjs', 'empty.mjs', 'throws.mjs', 'skips.mjs');
  assert.match(faults, /✔ green/);
  assert.match(faults, /Nothing handled a rejection: Error: leaked\n.*rejects\.mjs:2/);
  assert.match(faults, /empty\.mjs has no test/);
  assert.match(faults, /throws\.mjs failed: Error: broken below/);
  assert.match(faults, /Error: could not clean up/);
  assert.match(faults, /“left out” is skipped, and does not say why/);
  assert.doesNotMatch(faults, /“elsewhere” is skipped/);
  assert.match(run('exits.mjs'), /The process was ended while “leaves” of .*exits\.mjs was run/);
});
