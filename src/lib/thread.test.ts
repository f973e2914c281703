import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { startThread } from './thread.ts';

const folder = mkdtempSync(join(tmpdir(), 'docent-thread-'));
const serve = new URL('./serve-thread.ts', import.meta.url).href;
const module = pathToFileURL(join(folder, 'worker.mjs'));
writeFileSync(
  module,
  `import { serveThread } from '${serve}';
   serveThread(async (request) => {
     if (request === 'throw') throw new Error('no such thing');
     if (request === 'die') process.exit(1);
     if (request === 'fail') setImmediate(() => { throw new Error('out of memory'); });
     return request.toUpperCase();
   });`,
);
after(() => rmSync(folder, { recursive: true }));
const start = () => startThread<string, string>('shouter', module, null);

test('each request gets its own answer, or what was thrown for it', async () => {
  const thread = start();
  const asked = [thread.ask('a'), thread.ask('throw'), thread.ask('b')] as const;
  await assert.rejects(asked[1], /no such thing/);
  assert.deepEqual([await asked[0], await asked[2]], ['A', 'B']);
  await thread.stop();
});

test('a thread that dies, or was stopped, refuses all that it is asked', async () => {
  const dead = start();
  await assert.rejects(dead.ask('die'), /The shouter has been closed/);
  await assert.rejects(dead.ask('a'), /The shouter has been closed/);
  const stopped = start();
  await stopped.stop();
  await assert.rejects(stopped.ask('a'), /The shouter has been closed/);
});

test('a thread that ends by an error says so once, also while nobody asks', async () => {
  const failures: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const onFailure = ({ message }: Error) => {
    failures.push(message);
    resolve();
  };
  const thread = startThread<string, string>('shouter', module, null, { onFailure });
  await thread.ask('fail').catch(() => {});
  await promise;
  assert.deepEqual(failures, ['The shouter stopped.']);
  await assert.rejects(thread.ask('a'), /The shouter stopped/);
});
