import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { parsePages } from './parse-pages.ts';
import { seal, type SealedSource } from './parse-sealed.ts';
import { runInWorker, startWorker } from './run-in-worker.ts';

test('A process that parses pages is started before there are any, and parses a few pages alone', async () => {
  const finisher = new URL('../retrieval/read-words.ts', import.meta.url);
  // Other files of this process may have left a browser, or a process that parses.
  const before = processes();
  startWorker(finisher);
  const config = { file: 'a.ts', texts: { 'a.ts': 'export default 1' } };
  const read = runInWorker({ kind: 'config', source: config }, 30_000);
  await setImmediate();
  assert.ok(processes() >= 1 && processes() <= before + 1);
  assert.deepEqual(await read, { exports: { default: 1 }, fault: null });
  const parsed = [];
  for await (const file of parsePages(pages(40), 1, { finisher })) {
    parsed.push(file);
    assert.ok(processes() <= before + 1);
  }
  assert.equal(parsed.length, 40);
});

async function* pages(count: number): AsyncGenerator<SealedSource> {
  const rules = { isIndex: false, language: null, version: null, title: null, hidden: false };
  for (let nth = 0; nth < count; nth++) {
    const page = { ...rules, file: `${nth}.md`, path: `${nth}`, dialects: ['markdown' as const] };
    const addresses = { base: '', ending: '', folderEnding: '' };
    yield seal({ framework: 'plain', page, addresses, text: '# Page', hash: `${nth}` });
  }
}

function processes(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length;
}

test('A configuration that takes for ever to parse is given up, and the next one is read', async () => {
  const hostile = { file: 'a.ts', texts: { 'a.ts': '<a>('.repeat(60) } };
  assert.deepEqual(await runInWorker({ kind: 'config', source: hostile }, 500), { excess: 'time' });
  const good = { file: 'b.ts', texts: { 'b.ts': 'export default 1' } };
  assert.deepEqual(await runInWorker({ kind: 'config', source: good }, 30_000), {
    exports: { default: 1 },
    fault: null,
  });
});

test('A page of HTML is read in a time that grows as its length does, however much of it is furniture', async () => {
  const html = `<body><main><p>Text</p>${'<link>'.repeat(500_000)}</main>`;
  const source = { html, url: 'https://acme.dev/' };
  const result = await runInWorker({ kind: 'html', source }, 30_000);
  assert.match(
    'reduced' in result ? (result.reduced?.text ?? '') : '',
    /<main><p data-block="\w+">Text<\/p><\/main>$/,
  );
});
