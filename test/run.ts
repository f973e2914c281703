// `npm test` runs all tests beside the checks; `npm run test:unit` those that start nothing; `npm run test:changed` those that
// the files reach which differ from the base (or from what is named); with names of files, only these. `--slow` tells what
// took long. Some processes take file after file from one list (`run-files.ts`), since loading the server takes seconds of
// CPU; all share a PostgreSQL server. What fails is shown last.
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { bundleCheckout } from '../scripts/bundle.ts';
import { createWebBuild } from '../src/http/web/web-build.ts';
import { createLog } from '../src/lib/log.ts';
import { cpuTimeOfTree } from './helpers/cpu-time-of-tree.ts';
import { changedTests } from './helpers/changed-tests.ts';
import { makeFolderOfTests } from './helpers/memory.ts';
import { keepTimes, longestFirst } from './helpers/file-times.ts';
import { startPostgres } from './helpers/postgres.ts';
import type { FileReport, Left } from './run-files.ts';

const root = join(import.meta.dirname, '..');
/** What the processes compile, so that each module is compiled once. */
const compileCache = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/tests') };
/** For what can never end, in milliseconds. */
const runTimeout = 3_600_000;

const { values: options, positionals } = parseArgs({
  options: { slow: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const [which = 'all', ...named] = positionals;
const isUnit = (file: string) => !/\.integration\.test\.ts$|^test\/(contract|e2e)\//.test(file);
const failures: string[] = [];
const reports: FileReport[] = [];
let cpuLeft = 0;
process.once('exit', () => process.stdout.write(failures.join('\n')));
// What removes folders at an exit runs then: a server's data may be in memory.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const files = chosenFiles();
const isWhole = which === 'all' && named.length === 0;
await Promise.all([isWhole && runCheck(), files.length > 0 && runTests(files)]);
keepTimes(reports);
if (options.slow) printSlowest();
printSum();
process.exitCode = failures.length > 0 ? 1 : 0;

function chosenFiles(): string[] {
  const all = globSync(['src/**/*.test.ts', 'test/**/*.test.ts'], { cwd: root, exclude: ['**/node_modules'] })
    .map((file) => file.replaceAll('\\', '/'))
    .sort();
  if (which === 'changed') return changedTests(named[0]);
  return named.length > 0 ? named : all.filter((file) => which === 'all' || isUnit(file));
}

async function runCheck(): Promise<void> {
  // The type checker, which is written in Go, frees memory only when it has taken so much. https://pkg.go.dev/runtime
  const env = { ...process.env, GOGC: 'off', GOMEMLIMIT: '2GiB' };
  const check = spawn('npm run check 2>&1', {
    cwd: root,
    env,
    shell: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // To the tests, which wait for much and end last.
  setPriority(check.pid!, Math.min(getPriority() + 5, 19));
  const [said] = await Promise.all([text(check.stdout), once(check, 'close')]);
  if (check.exitCode === 0) process.stdout.write(said);
  else failures.push(`${said}✖ The check ended with ${check.exitCode ?? check.signalCode}\n`);
}

async function runTests(chosen: string[]): Promise<void> {
  const units = longestFirst(chosen.filter(isUnit));
  const others = longestFirst(chosen.filter((file) => !isUnit(file)));
  // All wait for it: who asks earlier for what starts from the bundle starts it from the sources to the end.
  const servers = others.length > 0 ? await startServers() : null;
  const env = { TMPDIR: await makeFolderOfTests(), ...servers?.env };
  // Of the others, most wait for something two thirds of the time: six keep two cores busy. One begins with the units; who
  // has nothing left of a kind goes on with the other.
  const takers = [
    ...Array.from({ length: Math.min(5, others.length) }, () => [others, units]),
    ...(units.length > 0 ? [[units, others]] : []),
  ];
  try {
    await Promise.all(
      takers.map((lists) => runProcess(env, () => lists.find(({ length }) => length > 0)?.shift())),
    );
  } finally {
    await servers?.stop();
  }
}

async function startServers() {
  // Processes that tests start load a bundle faster than the sources. Tests that begin at once would each build the web apps.
  const web = (['dashboard', 'widget'] as const).map((name) =>
    createWebBuild(name, { dataFolder: root, log: createLog('warn') }).prepare(),
  );
  const [postgres] = await Promise.all([
    startPostgres(),
    bundleCheckout(),
    isWhole && compileFirst(),
    ...web,
  ]);
  return { env: { DOCENT_TEST_DATABASE_URL: postgres.url }, stop: postgres.stop };
}

async function compileFirst(): Promise<void> {
  const env = { ...process.env, ...compileCache };
  await once(fork(join(root, 'test/compile-first.ts'), { cwd: root, env }), 'close');
}

/** Runs file after file in one process. */
async function runProcess(env: object, next: () => string | undefined): Promise<void> {
  const child = fork(join(root, 'test/run-files.ts'), {
    cwd: root,
    env: { ...process.env, ...env, ...compileCache },
    // With little room, what a test needs for its length is copied as if it stayed: a tenth of the CPU.
    execArgv: ['--max-semi-space-size=64'],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    timeout: runTimeout,
  });
  let running = 'no file';
  child.on('message', (message: 'next' | FileReport | Left) => {
    if (message !== 'next') return 'left' in message ? void (cpuLeft += message.left) : take(message);
    const file = next() ?? null;
    running = file ?? 'no file';
    child.send({ file });
  });
  const [said] = await Promise.all([text(child.stdout!), once(child, 'close')]);
  if (child.exitCode === 0) return;
  const how = child.exitCode ?? child.signalCode;
  failures.push(`${said}✖ The process that ran ${running} ended with ${how}\n`);
}

function take(report: FileReport): void {
  reports.push(report);
  const { file, failed, passed, wall, cpu } = report;
  console.log(`${failed ? '✖' : '✔'} ${file}: ${passed} passed in ${seconds(wall)}, ${seconds(cpu)} of CPU`);
  if (failed) failures.push(report.said);
}

function printSlowest(): void {
  console.log('\nThe slowest files:');
  for (const { file, wall, cpu } of reports.toSorted((a, b) => b.wall - a.wall).slice(0, 20))
    console.log(`${seconds(wall).padStart(8)} ${seconds(cpu).padStart(8)} of CPU  ${file}`);
}

function printSum(): void {
  const sum = (key: 'passed' | 'skipped') => reports.reduce((total, report) => total + report[key], 0);
  const tests = `${sum('passed')} tests of ${reports.length} files passed, ${sum('skipped')} were skipped`;
  console.log(`\n${tests}; ${seconds(performance.now())}, ${seconds(cpuTimeOfTree() + cpuLeft)} of CPU`);
  const failed = reports.filter((report) => report.failed).map(({ file }) => file);
  if (failed.length > 0) console.log(`Failed: ${failed.join(', ')}`);
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
