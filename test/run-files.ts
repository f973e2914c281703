// Runs test files in this process, for `test/run.ts`: exits with 1 when a test fails.
import hooks from 'node:async_hooks';
import { pipeline } from 'node:stream/promises';

// Node's runner follows every promise, to tell by which test one was made that fails unheard: 3 µs each, a tenth of what
// tests take. Such a failure still fails the run. https://nodejs.org/api/async_hooks.html#async_hookscreatehookoptions
const { createHook } = hooks;
Object.assign(hooks, {
  createHook: (callbacks: object) => createHook({ ...callbacks, trackPromises: false }),
});
// Only now, as it takes the function above when it is loaded.
const { run } = await import('node:test');
const { spec } = await import('node:test/reporters');

// Waits are bounded by themselves; this is for what can never end. In milliseconds.
const timeout = 900_000;
const results = run({ files: process.argv.slice(2), isolation: 'none', timeout });
results.on('test:fail', () => (process.exitCode = 1));
await pipeline(results, new spec(), process.stdout, { end: false });
// A test that timed out may have left something running, which must not hold up the rest.
process.exit();
