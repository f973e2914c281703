// `npm test` runs all tests and `npm run test:unit` those of one process; with names of files, only these. Unit tests
// share a process. Of the others (`*.integration.test.ts` and those of test/contract and test/e2e) some files share one,
// since loading the server takes a second of CPU, and all share a PostgreSQL server.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { bundleCheckout } from '../scripts/bundle.ts';
import { startPostgres } from './helpers/postgres.ts';

const root = join(import.meta.dirname, '..');
// Waits are bounded by themselves; these are for what can never end. In milliseconds.
const testTimeout = 900_000;
const runTimeout = 3_600_000;
const filesPerProcess = 12;
const processesAtOnce = 4;

const [which, ...named] = process.argv.slice(2);
const files = globSync(['src/**/*.test.ts', 'test/**/*.test.ts'], {
  cwd: root,
  exclude: ['**/node_modules'],
}).sort();
const isUnit = (file: string) => !/\.integration\.test\.ts$|^test\/(contract|e2e)\//.test(file);
const chosen = named.length > 0 ? named : files;
const results = await Promise.all([
  runTests(chosen.filter(isUnit)),
  which === 'all' ? runIntegration(chosen.filter((file) => !isUnit(file))) : true,
]);
process.exitCode = results.every(Boolean) ? 0 : 1;

async function runIntegration(paths: string[]): Promise<boolean> {
  if (paths.length === 0) return true;
  // Processes that tests start load it faster than the sources.
  await bundleCheckout();
  const postgres = await startPostgres();
  try {
    const waiting = dealOut(paths);
    const results: boolean[] = [];
    const runNext = async () => {
      for (let some = waiting.shift(); some !== undefined; some = waiting.shift())
        results.push(await runTests(some, { DOCENT_TEST_DATABASE_URL: postgres.url }));
    };
    await Promise.all(Array.from({ length: processesAtOnce }, runNext));
    return results.every(Boolean);
  } finally {
    await postgres.stop();
  }
}

/** Neighbours by name, which are alike and take long together, come into different processes. */
function dealOut(paths: readonly string[]): string[][] {
  const count = Math.ceil(paths.length / filesPerProcess);
  return Array.from({ length: count }, (_, which) => paths.filter((_, index) => index % count === which));
}

/** Whether all tests of these files pass, in one process. What they say is shown when they are done. */
async function runTests(paths: string[], env: Record<string, string> = {}): Promise<boolean> {
  if (paths.length === 0) return true;
  // A test that timed out may have left something running, which must not hold up the rest.
  const options = ['--test', '--test-isolation=none', '--test-force-exit', `--test-timeout=${testTimeout}`];
  const child = spawn(process.execPath, [...options, ...paths], {
    cwd: root,
    env: { ...process.env, NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/tests'), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: runTimeout,
  });
  const [report] = await Promise.all([text(child.stdout), once(child, 'close')]);
  process.stdout.write(report);
  return child.exitCode === 0;
}
