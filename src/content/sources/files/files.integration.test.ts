import assert from 'node:assert/strict';
import { rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { docxOf, pdfOf, pptxOf } from '../../../../test/helpers/documents.ts';
import { temporaryFolder } from '../../../../test/helpers/repository.ts';
import { openFiles } from './files.ts';

async function folderOf(context: TestContext, files: Record<string, string | Uint8Array>) {
  const [path, kept] = [await temporaryFolder(context), await temporaryFolder(context)];
  for (const [name, content] of Object.entries(files)) await writeFile(join(path, name), content);
  const done: number[] = [];
  const open = (limits?: Parameters<typeof openFiles>[3]) =>
    openFiles({ path, folder: join(kept, 'kept') }, (nth) => done.push(nth), undefined, limits);
  return { path, open };
}

/** An archive whose first file says that it unpacks to so many bytes. */
function claiming(archive: Uint8Array, size: number): Uint8Array {
  const bytes = Buffer.from(archive);
  bytes.writeUInt32LE(size, bytes.indexOf('PK\x01\x02') + 24);
  return bytes;
}

const words = (text: string, times: number): [number, string][] =>
  Array.from({ length: times }, () => [10, text]);

test('every kind of document is read with its title, headings and text', async (t) => {
  const { open } = await folderOf(t, {
    'manual.pdf': pdfOf([
      [[24, 'Harbour manual'], ...words('About the harbour.', 3)],
      [[16, 'Mooring'], ...words('Ships moor at the western pier.', 3)],
      [...words('Ropes are checked at noon.', 3)],
    ]),
    'guide.docx': docxOf([
      ['Title', 'Pilot guide'],
      ['Heading1', 'Boarding'],
      ['Normal', 'The pilot boards at the buoy.'],
    ]),
    'talk.pptx': pptxOf([
      { title: 'Sailing', lines: ['Wind comes first'], notes: 'Say that twice.' },
      { title: 'Tides', lines: ['Mind the moon'] },
    ]),
    'page.html':
      '<html><head><title>Quay | Acme</title></head><body><nav>Menu</nav><main><h1>Quay</h1><h2>Cranes</h2><p>Two cranes.</p><script>x</script></main></body></html>',
    'fees.csv': 'ship;fee\n"Big; red";12\nSmall;3\n',
    'note.txt': 'The gate closes at ten.\n\n  a  b\n  1  2\n',
    'book.ipynb': JSON.stringify({
      nbformat: 4,
      metadata: {},
      cells: [{ cell_type: 'markdown', source: ['# Tide tables\n', 'Computed here.'] }],
    }),
    'logo.png': 'x',
  });
  const tree = await open();
  assert.deepEqual(tree.warnings, []);
  assert.deepEqual(tree.files, [
    'book.ipynb',
    'fees.csv',
    'guide.docx',
    'manual.pdf',
    'note.txt',
    'page.html',
    'talk.pptx',
  ]);
  const textOf = async (file: string) => (await tree.read(file)).text!;
  const manual = await textOf('manual.pdf');
  assert.match(manual, /title: "Harbour manual"/);
  assert.match(manual, /<h3 id="page=2">Mooring<\/h3>\n<p>Ships moor/);
  assert.match(manual, /<h4 id="page=3">Mooring<\/h4>\n<p>Ropes/, 'what goes on leads to its own page');
  assert.match(await textOf('guide.docx'), /title: "Pilot guide"\n---\n<h2>Boarding<\/h2>\n<p>The pilot/);
  const talk = await textOf('talk.pptx');
  assert.match(talk, /Sailing[^]*Wind comes first[^]*Say that twice[^]*Tides[^]*Mind the moon/);
  assert.doesNotMatch(talk, />7</);
  const page = await textOf('page.html');
  assert.match(page, /title: "Quay"[^]*Cranes<\/h3>[^]*Two cranes/);
  assert.doesNotMatch(page, /Menu|script/);
  assert.match(await textOf('fees.csv'), /<th>ship<\/th><th>fee<\/th>[^]*<td>Big; red<\/td><td>12<\/td>/);
  assert.match(await textOf('note.txt'), /<p>The gate closes at ten\.<\/p>\n<pre> {2}a {2}b/);
  assert.match(await textOf('book.ipynb'), /title: "Tide tables"/);
  const { url, origin } = tree.site!.pages.get('manual.pdf')!;
  assert.equal(url, '/manual.pdf');
  assert.match(origin!.label, /^PDF, \d+ \w+ \d{4}$/);
});

test('a table of contents is left out, and a manual page has its headings', async (t) => {
  const titles = ['Anchors', 'Buoys', 'Cranes', 'Docks', 'Ebb'];
  const contents = titles.map((title, nth): [number, string] => [10, `${nth + 1} ${title} ${nth + 2}`]);
  const { open } = await folderOf(t, {
    'book.pdf': pdfOf(
      [
        contents,
        ...titles.map((title): [number, string][] => [[10, title], ...words(`All of ${title}.`, 4)]),
      ],
      titles.map((title, nth) => [title, nth + 2]),
    ),
    'dock.pdf': pdfOf([
      [
        [10, 'NAME'],
        [10, 'dock - moor a ship', 40],
        [10, 'EXIT STATUS'],
        [10, 'It is 1 when there is no pier.', 40],
        [10, 'SEE ALSO THAT', 40],
        [10, 'pier(1)', 40],
      ],
    ]),
  });
  const tree = await open();
  const book = (await tree.read('book.pdf')).text!;
  assert.doesNotMatch(book, /1 Anchors 2/);
  assert.match(book, /<h2 id="page=2">Anchors<\/h2>/);
  const dock = (await tree.read('dock.pdf')).text!;
  assert.match(dock, />NAME<\/h\d>[^]*moor a ship[^]*>EXIT STATUS<\/h\d>[^]*no pier/);
  assert.doesNotMatch(dock, />SEE ALSO THAT<\/h/);
});

test('headings are those of the bookmarks, and running heads and leaders are left out', async (t) => {
  const page = (nth: number, lines: [number, string][]): [number, string][] => [
    [10, `Harbour rules ${nth}`],
    ...lines,
    [10, `Page ${nth} of 5`],
  ];
  const pages = [
    page(1, [[10, '1.1 Lights . . . . . . . . . . 2'], ...words('Rules of the harbour.', 5)]),
    page(2, [[10, '1.1 Lights'], ...words('Lights are green.', 5)]),
    page(3, words('They burn at night.', 5)),
    page(4, [[10, 'Horns'], ...words('Horns are loud.', 5)]),
    page(5, words('They sound in fog.', 5)),
  ];
  const { open } = await folderOf(t, {
    'rules.pdf': pdfOf(pages, [
      ['Lights', 2],
      ['Horns', 4],
    ]),
  });
  const tree = await open();
  const text = (await tree.read('rules.pdf')).text!;
  assert.match(
    text,
    /<h2 id="page=2">Lights<\/h2>[^]*<h4 id="page=3">Lights<\/h4>[^]*<h2 id="page=4">Horns<\/h2>/,
  );
  assert.doesNotMatch(text, /Harbour rules \d|Page \d of|\. \. \./);
});

test('a long document is several pages, by its chapters', async (t) => {
  const chapter = (nth: number): [number, string][][] =>
    Array.from({ length: 6 }, (_, at) => [
      ...(at === 0 ? [[18, `Chapter ${'ABC'[nth]}`] as [number, string]] : []),
      ...words(`Text of chapter ${nth} with many words about ships and ropes.`, 30),
    ]);
  const { open } = await folderOf(t, { 'long.pdf': pdfOf([0, 1, 2].flatMap(chapter)) });
  const tree = await open();
  assert.deepEqual(tree.files, ['long.pdf', 'long.pdf/chapter-b', 'long.pdf/chapter-c']);
  assert.equal(tree.site!.pages.get('long.pdf/chapter-b')!.url, '/long.pdf');
  assert.match(
    (await tree.read('long.pdf/chapter-b')).text!,
    /title: "Chapter A: Chapter B"\n---\n<h2 id="page=7">/,
  );
});

test('what is too large, takes too much or is damaged stops nothing, and what is the same is not read again', async (t) => {
  const pages = Array.from({ length: 400 }, (_, nth) =>
    words(`Page ${nth} tells of ship ${nth} and of its long way home.`, 40),
  );
  const { path, open } = await folderOf(t, {
    'broken.pdf': '%PDF-1.4 nonsense',
    'broken.docx': 'nonsense',
    'bomb.pptx': claiming(pptxOf([{ title: 'Small', lines: [] }]), 300_000_000),
    'empty.txt': '',
    'long.pdf': pdfOf(pages),
    'large.txt': 'x'.repeat(2_000_000),
    'note.txt': 'The gate closes at ten.',
  });
  const limits = { bytes: 1_900_000, cpu: 60_000, text: 200_000 };
  const tree = await open(limits);
  const told = new Map(tree.warnings.map(({ file, message }) => [file, message]));
  assert.match(told.get('broken.pdf')!, /^It cannot be read/);
  assert.match(told.get('broken.docx')!, /^It cannot be read/);
  assert.match(told.get('bomb.pptx')!, /unpacks to more than 200 MB/);
  assert.match(told.get('empty.txt')!, /^It has no text/);
  assert.match(told.get('large.txt')!, /^It is larger than/);
  assert.match(told.get('long.pdf')!, /longer than that of a document may be/);
  assert.ok(tree.files.includes('note.txt') && tree.files.includes('long.pdf'), tree.files.join());
  await utimes(join(path, 'note.txt'), 1, 1);
  const before = await Promise.all(tree.files.map((file) => tree.versionOf!(file)));
  // Nothing could be read of any within such limits.
  const again = await open({ bytes: 1_900_000, cpu: 60_000, text: 0 });
  assert.deepEqual(again.warnings, tree.warnings);
  assert.deepEqual(await Promise.all(again.files.map((file) => again.versionOf!(file))), before);
  await rm(join(path, 'note.txt'));
  assert.ok(!(await open(limits)).files.includes('note.txt'));
});

test('a document that takes too much time is read as far as that goes', async (t) => {
  const pages = Array.from({ length: 300 }, (_, nth) => words(`Page ${nth} tells of ship ${nth}.`, 40));
  const { open } = await folderOf(t, { 'note.txt': 'The gate closes at ten.', 'slow.pdf': pdfOf(pages) });
  const tree = await open({ bytes: 100_000_000, cpu: 1, text: 20_000_000 });
  assert.ok(
    tree.warnings.some(({ file, message }) => file === 'slow.pdf' && /takes more time/.test(message)),
  );
});
