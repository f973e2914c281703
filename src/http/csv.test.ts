import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvHead, csvLines } from './csv.ts';
import type { PageRequest } from '../store/paging.ts';
import { csvOfPages } from './csv-answer.ts';

test('a cell that a spreadsheet could run begins with an apostrophe', () => {
  for (const text of ['=cmd()', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1'])
    assert.match(csvLines([{ text }], ['text']), /^"?'/, JSON.stringify(text));
  assert.match(csvLines([{ who: { name: '=cmd()' } }], ['who']), /^'=/);
});

test('so does what begins a cell where semicolons separate them, but not a list or a sentence', () => {
  for (const text of ['hi;=cmd()', 'hi\n=cmd()', 'hi\r\n-cmd()', 'hi\t@SUM(A1)', 'hi;"=cmd()"'])
    assert.match(csvLines([{ text }], ['text']), /[;\n\r\t]"{0,2}'[=@-]cmd|\t'@/, JSON.stringify(text));
  const text = 'To do:\n- one; two\n- a = b; c';
  assert.equal(csvLines([{ text }], ['text']), `"${text}"\r\n`);
});

test('numbers stay numbers, also below zero', () => {
  assert.equal(csvHead(['n']) + csvLines([{ n: -1 }], ['n']), '\uFEFFn\r\n-1\r\n');
});

test('commas, quotes and line breaks are quoted', () => {
  assert.equal(csvLines([{ a: 'x,"y"\nz' }], ['a']), '"x,""y""\nz"\r\n');
});

test('what is no text is written as people read it', () => {
  const row = {
    none: null,
    by: { id: 'usr_1', name: 'Ada' },
    at: { sha: 'abc', ref: 'main' },
    files: ['a', 'b'],
  };
  assert.equal(csvLines([row], ['none', 'by', 'at', 'files']), ',Ada,abc,a b\r\n');
  assert.equal(csvLines([{ yes: true, more: { depth: 1 } }], ['yes', 'more']), 'true,"{""depth"":1}"\r\n');
});

test('a file has all rows of a list, and reads no page before the one ahead is taken', async () => {
  const all = Array.from({ length: 2_500 }, (_, n) => n);
  const read: number[] = [];
  const counted: (number | undefined)[] = [];
  const answer = await csvOfPages(
    {},
    {
      file: 'numbers',
      async read({ limit, after: from = 0, total }: PageRequest<number>) {
        read.push(from);
        counted.push(total);
        const next = from + limit < all.length ? from + limit : null;
        return { rows: all.slice(from, from + limit), next, total: total ?? all.length };
      },
      show: (n) => ({ n }),
      columns: ['n'],
    },
  );
  assert.deepEqual(read, [0]);
  const lines = (await answer.text()).trimEnd().split('\r\n');
  assert.deepEqual(lines, ['n', ...all.map((n) => `${n}`)]);
  assert.deepEqual(read, [0, 1_000, 2_000]);
  assert.deepEqual(counted, [undefined, 2_500, 2_500], 'only the first page counts');
});

test('a file of an empty list has its head', async () => {
  const list = { file: 'none', show: (n: number) => ({ n }), columns: ['n'] as const };
  const answer = await csvOfPages({}, { ...list, read: async () => ({ rows: [], next: null }) });
  assert.equal(await answer.text(), 'n\r\n');
  assert.equal(answer.headers.get('content-disposition'), 'attachment; filename="none.csv"');
});

test('a fault of the first page is an error response, a later one breaks the file off', async () => {
  const broken = new Error('database away');
  const list = { file: 'all', show: (n: number) => ({ n }), columns: ['n'] as const };
  await assert.rejects(csvOfPages({}, { ...list, read: () => Promise.reject(broken) }), broken);
  let isFirst = true;
  const read = async () => {
    if (!isFirst) throw broken;
    isFirst = false;
    return { rows: [1], next: 1 };
  };
  const answer = await csvOfPages({}, { ...list, read });
  // The server's adapter may send its message to the client.
  await assert.rejects(answer.text(), { code: 'internal', message: /^The rest of the list/, cause: broken });
});
