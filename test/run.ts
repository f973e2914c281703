// `npm test` runs all tests beside the checks, and `npm run test:unit` those of one process; with names of files, only
// these. What fails is shown last. Unit tests share a process. Of the others (`*.integration.test.ts` and those of
// test/contract and test/e2e) many share one, since loading the server takes seconds of CPU, and all share a PostgreSQL
// server.
import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { globSync, statSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { bundleCheckout } from '../scripts/bundle.ts';
import { startPostgres } from './helpers/postgres.ts';

const root = join(import.meta.dirname, '..');
/** For what can never end, in milliseconds. */
const runTimeout = 3_600_000;

const [which, ...named] = process.argv.slice(2);
const files = globSync(['src/**/*.test.ts', 'test/**/*.test.ts'], {
  cwd: root,
  exclude: ['**/node_modules'],
})
  .map((file) => file.replaceAll('\\', '/'))
  .sort();
const isUnit = (file: string) => !/\.integration\.test\.ts$|^test\/(contract|e2e)\//.test(file);
const chosen = named.length > 0 ? named : files;
const failures: string[] = [];
process.once('exit', () => process.stdout.write(failures.join('\n')));
// What removes folders at an exit runs then: a server's data may be in memory.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const units = chosen.filter(isUnit);
await Promise.all([
  units.length > 0 && report(giveWay(startTests(units))),
  which === 'all' && runIntegration(chosen.filter((file) => !isUnit(file))),
  which === 'all' && named.length === 0 && report(giveWay(startCheck())),
]);
process.exitCode = failures.length > 0 ? 1 : 0;

/** To the integration tests, which end last and wait for much. */
function giveWay(child: ChildProcess): ChildProcess {
  setPriority(child.pid!, Math.min(getPriority() + 5, 19));
  return child;
}

function startCheck(): ChildProcess {
  // The type checker, which is written in Go, frees memory only when it has taken so much. https://pkg.go.dev/runtime
  const env = { ...process.env, GOGC: 'off', GOMEMLIMIT: '2GiB' };
  const stdio: StdioOptions = ['ignore', 'pipe', 'inherit'];
  return spawn('npm run check 2>&1', { cwd: root, env, shell: true, stdio });
}

async function runIntegration(paths: string[]): Promise<void> {
  if (paths.length === 0) return;
  // Each loads the server and what drives a browser; two cores are busy with fewer than wait for nothing.
  const groups = dealOut(paths, 3).filter(({ length }) => length > 0);
  // Processes that tests start load a bundle faster than the sources.
  const [postgres] = await Promise.all([startPostgres(), bundleCheckout()]);
  const env = { DOCENT_TEST_DATABASE_URL: postgres.url };
  try {
    await Promise.all(groups.map((group) => report(startTests(group, env))));
  } finally {
    await postgres.stop();
  }
}

/** Long files take long, as a rule: every group gets as many of them, and begins with those. */
function dealOut(paths: readonly string[], count: number): string[][] {
  const sizeOf = (path: string) => statSync(join(root, path)).size;
  const longestFirst = paths.toSorted((a, b) => sizeOf(b) - sizeOf(a));
  return Array.from({ length: count }, (_, which) =>
    longestFirst.filter((_, index) => index % count === which),
  );
}

function startTests(paths: string[], env: Record<string, string> = {}): ChildProcess {
  // With little room, what a test needs for its length is copied as if it stayed: a tenth of the CPU.
  return spawn(process.execPath, ['--max-semi-space-size=64', join(root, 'test/run-files.ts'), ...paths], {
    cwd: root,
    env: { ...process.env, NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/tests'), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: runTimeout,
  });
}

/** Shows what a process said when it is done, or keeps it for the end if it failed. */
async function report(child: ChildProcess): Promise<void> {
  const [said] = await Promise.all([text(child.stdout!), once(child, 'close')]);
  if (child.exitCode === 0) process.stdout.write(said);
  else failures.push(`${said}✖ Ended with ${child.exitCode ?? child.signalCode}\n`);
}
