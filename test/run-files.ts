// Runs test files in this process, for `test/run.ts`: exits with 1 when a test fails, when something fails unheard, when a
// file has no test, when a test is skipped without a reason, and when a test ends the process.
import hooks from 'node:async_hooks';
import { pipeline } from 'node:stream/promises';

// Node's runner follows every promise, to tell by which test one was made that fails unheard: 3 µs each, a tenth of what
// tests take. Such a failure still fails the run. https://nodejs.org/api/async_hooks.html#async_hookscreatehookoptions
const { createHook } = hooks;
Object.assign(hooks, {
  createHook: (callbacks: object) => createHook({ ...callbacks, trackPromises: false }),
});
// Only now, as it takes the function above when it is loaded.
const { after, run } = await import('node:test');
const { spec } = await import('node:test/reporters');
Object.assign(hooks, { createHook });

// Waits are bounded by themselves; this is for what can never end. In milliseconds.
const timeout = 900_000;
/** How long what tests left running may hold up the end of the run, in milliseconds. */
const grace = 30_000;

const files = process.argv.slice(2);
const faults: [what: string, fault?: unknown][] = [];
let latest = 'a file was loaded';
process.on('unhandledRejection', (fault) => faults.push(['Nothing handled a rejection:', fault]));
process.once('exit', endEarly);

const results = run({ files, isolation: 'none', timeout });
results.on('test:dequeue', ({ name, file }) => (latest = `“${name}” of ${file} was run`));
results.on('test:fail', () => (process.exitCode = 1));
// Node lets a file without tests pass, as a test of its name.
results.on('test:pass', ({ name, skip }) => {
  if (files.includes(name)) faults.push([`${name} has no test`]);
  if (skip === true || skip === '') faults.push([`“${name}” is skipped, and does not say why`]);
});
// The runner ends when nothing is left to do, which a test that failed before it closed a server prevents.
after(() => void setTimeout(() => process.emit('beforeExit', 0), grace).unref());
await pipeline(results, new spec(), process.stdout, { end: false });

process.off('exit', endEarly);
if (faults.length > 0) process.exitCode = 1;
for (const [what, ...fault] of faults) console.log(`✖ ${what}`, ...fault);
process.exit();

function endEarly(): void {
  process.exitCode = 1;
  console.log(`✖ The process was ended while ${latest}`);
}
