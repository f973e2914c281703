// What a checkout needs on systems that these tests may not run on.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '..');

test('the lockfile has what packages need on Linux, macOS and Windows, whatever system it was written on', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { optionalDependencies?: Record<string, string> }>;
  };
  const locked = new Set(Object.keys(packages).map((path) => path.split('node_modules/').at(-1)));
  const missing = Object.values(packages)
    .flatMap(({ optionalDependencies }) => Object.keys(optionalDependencies ?? {}))
    .filter((name) => /linux|darwin|win32/.test(name) && !locked.has(name));
  assert.deepEqual(missing, []);
});

test('what stands for the shell’s exec on Windows runs Node, and ends as it does', () => {
  const run = (...words: string[]) =>
    spawnSync(process.execPath, [join(root, 'scripts/checkout/exec.js'), ...words], { encoding: 'utf8' });
  const { status, stdout } = run('node', '-e', 'console.log(process.argv[1]); process.exit(3)', 'a b');
  assert.deepEqual([status, stdout.trim()], [3, 'a b']);
  assert.equal(run('sh').status, 1);
});
