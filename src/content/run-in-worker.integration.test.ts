import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePages } from './parse-pages.ts';
import { runInWorker, workerCount } from './run-in-worker.ts';
import { startWorkers } from './start-workers.ts';

test('The processes that parse pages are started before there are any', async () => {
  const finisher = new URL('../retrieval/read-words.ts', import.meta.url);
  startWorkers(finisher);
  assert.equal(process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length, workerCount);
  const none = parsePages((async function* () {})(), 0, { finisher });
  assert.deepEqual(await Array.fromAsync(none), []);
});

test('A configuration that takes for ever to parse is given up, and the next one is read', async () => {
  const hostile = { file: 'a.ts', texts: { 'a.ts': '<a>('.repeat(60) } };
  assert.deepEqual(await runInWorker({ kind: 'config', source: hostile }, 500), { excess: 'time' });
  const good = { file: 'b.ts', texts: { 'b.ts': 'export default 1' } };
  assert.deepEqual(await runInWorker({ kind: 'config', source: good }, 30_000), { exports: { default: 1 } });
});

test('A page of HTML is read in a time that grows as its length does, however much of it is furniture', async () => {
  const html = `<body><main><p>Text</p>${'<link>'.repeat(500_000)}</main>`;
  const source = { html, url: 'https://acme.dev/' };
  const result = await runInWorker({ kind: 'html', source }, 30_000);
  assert.match('reduced' in result ? (result.reduced?.text ?? '') : '', /<main><p>Text<\/p><\/main>$/);
});
