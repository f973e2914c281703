// `npm test` runs all tests and `npm run test:unit` those of one process; with names of files, only these. Unit tests
// share a process. The others (`*.integration.test.ts` and those of test/contract and test/e2e) have one each, and one
// PostgreSQL server for all of them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { startPostgres } from './helpers/postgres.ts';

const root = join(import.meta.dirname, '..');
// Waits are bounded by themselves; these are for what can never end. In milliseconds.
const testTimeout = 300_000;
const runTimeout = 3_600_000;

const [which, ...named] = process.argv.slice(2);
const files = globSync(['src/**/*.test.ts', 'test/**/*.test.ts'], {
  cwd: root,
  exclude: ['**/node_modules'],
}).sort();
const isUnit = (file: string) => !/\.integration\.test\.ts$|^test\/(contract|e2e)\//.test(file);
const chosen = named.length > 0 ? named : files;
const results = await Promise.all([
  runTests(chosen.filter(isUnit), ['--test-isolation=none']),
  which === 'all' ? runIntegration(chosen.filter((file) => !isUnit(file))) : true,
]);
process.exitCode = results.every(Boolean) ? 0 : 1;

async function runIntegration(paths: string[]): Promise<boolean> {
  if (paths.length === 0) return true;
  const postgres = await startPostgres();
  try {
    return await runTests(paths, ['--test-concurrency=4'], { DOCENT_TEST_DATABASE_URL: postgres.url });
  } finally {
    await postgres.stop();
  }
}

/** Whether all tests of these files pass. What they say is shown when they are done. */
async function runTests(
  paths: string[],
  options: string[],
  env: Record<string, string> = {},
): Promise<boolean> {
  if (paths.length === 0) return true;
  // A test that timed out may have left something running, which must not hold up the rest.
  const always = ['--test', '--test-force-exit', `--test-timeout=${testTimeout}`];
  const child = spawn(process.execPath, [...always, ...options, ...paths], {
    cwd: root,
    env: { ...process.env, NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/tests'), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: runTimeout,
  });
  const [report] = await Promise.all([text(child.stdout), once(child, 'close')]);
  process.stdout.write(report);
  return child.exitCode === 0;
}
