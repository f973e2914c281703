// Runs test files in this process, one after the other: those that it is given by name, or, from `test/run.ts`, by message,
// whenever one is done. Exits with 1 when a test fails, when something fails unheard, when a file has no test, when a test is
// skipped without a reason, and when a test ends the process.
import hooks, { AsyncResource } from 'node:async_hooks';
import { type EventEmitter, once } from 'node:events';
import { flushCompileCache } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { text } from 'node:stream/consumers';
import { inspect } from 'node:util';
import { cpuTimeOfRunning, cpuTimeOfTree } from './helpers/cpu-time-of-tree.ts';

/** How a file went; `wall` and `cpu` in milliseconds. */
export type FileReport = {
  file: string;
  failed: boolean;
  passed: number;
  skipped: number;
  wall: number;
  cpu: number;
  said: string;
};

/** Milliseconds of CPU of what still runs at the end, such as a browser. */
export type Left = { left: number };

// Node's runner follows every promise, to tell by which test one was made that fails unheard: 3 µs each, a tenth of what
// tests take. Such a failure still fails the run. https://nodejs.org/api/async_hooks.html#async_hookscreatehookoptions
const { createHook } = hooks;
Object.assign(hooks, {
  createHook: (callbacks: object) => createHook({ ...callbacks, trackPromises: false }),
});
// Only now, as it takes the function above when it is loaded.
const { after, run } = await import('node:test');
const { spec } = await import('node:test/reporters');

// Waits are bounded by themselves; this is for what can never end. In milliseconds.
const timeout = 900_000;

/** How long what stands outside of a file's tests may take when they are done, in milliseconds. */
const grace = 60_000;

let faults: string[] = [];
let latest = 'nothing was run yet';
process.on('unhandledRejection', (fault) => faults.push(`Nothing handled a rejection: ${inspect(fault)}`));
process.once('exit', endEarly);
// Node tells by the asynchronous context which test a hook is of: here, of none.
const outside = new AsyncResource('files');

let failed = false;
for await (const file of process.send ? handedFiles() : process.argv.slice(2)) {
  const report = await outside.runInAsyncScope(() => runFile(file));
  // The other processes need not compile what this file loaded.
  flushCompileCache();
  // Who handed it out hears of it.
  if (process.send) process.send(report);
  else {
    process.stdout.write(report.said);
    failed ||= report.failed;
  }
}
process.off('exit', endEarly);
process.exit(failed ? 1 : 0);

async function* handedFiles(): AsyncGenerator<string> {
  for (;;) {
    process.send!('next');
    const [{ file }] = (await once(process, 'message')) as [{ file: string | null }];
    if (file === null) return void process.send!({ left: cpuTimeOfRunning() } satisfies Left);
    yield file;
  }
}

async function runFile(file: string): Promise<FileReport> {
  faults = [];
  process.exitCode = 0;
  latest = `${file} was loaded`;
  const [wall, cpu] = [performance.now(), cpuTimeOfTree()];
  let [passed, skipped] = [0, 0];
  // Each file is a run of its own, so that its hooks are of its tests alone.
  const results = run({ files: [file], isolation: 'none', timeout });
  endAfterHooks(results, file);
  results.on('test:dequeue', ({ name }) => (latest = `“${name}” of ${file} was run`));
  results.on('test:fail', () => (process.exitCode = 1));
  results.on('test:pass', ({ name, skip }) => {
    // Node lets a file without tests pass, as a test of its name.
    if (name === file) faults.push(`${file} has no test`);
    if (skip === true || skip === '') faults.push(`“${name}” is skipped, and does not say why`);
  });
  results.on('test:summary', ({ counts }) => ({ passed, skipped } = counts));
  const said = await text(results.compose(new spec()));
  // Node says nothing of a file that throws below its first test.
  await import(pathToFileURL(file).href).catch((fault) => faults.push(`${file} failed: ${inspect(fault)}`));
  return {
    file,
    failed: process.exitCode !== 0 || faults.length > 0,
    passed,
    skipped,
    wall: performance.now() - wall,
    cpu: cpuTimeOfTree() - cpu,
    said: said + faults.map((fault) => `✖ ${fault}\n`).join(''),
  };
}

/** Node's types do not name it. https://nodejs.org/api/test.html#contexterror */
type Root = { error: Error | null };

/** By itself, a run ends when the process has nothing left to do. */
function endAfterHooks(results: EventEmitter, file: string): void {
  let isDone = false;
  // The first of them, and the last one, as the file is loaded then.
  after((root) => void end(root as object as Root));
  results.once('test:enqueue', () => outside.runInAsyncScope(() => after(() => void (isDone = true))));
  async function end(root: Root): Promise<void> {
    const [start, before] = [performance.now(), root.error];
    while (!isDone && root.error === before) {
      if (performance.now() - start < grace) await sleep(5);
      else isDone = faults.push(`An “after” of ${file} does not end`) > 0;
    }
    process.emit('beforeExit', 0);
  }
}

function endEarly(): void {
  process.exitCode = 1;
  console.log(`✖ The process was ended while ${latest}`);
}
