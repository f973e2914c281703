import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, beforeEach, test } from 'node:test';
import type { Page } from '../content/page.ts';
import type { ParsedFile } from '../content/parse-page.ts';
import { makePage } from '../../test/helpers/make-page.ts';
import { buildIndex } from './build-index.ts';
import { openBuilding } from './index-file.ts';
import { openIndex } from './open-index.ts';
import { finishFiles } from './read-words.ts';
import { createPageWriter } from './write-page.ts';

const folder = mkdtempSync(join(tmpdir(), 'docent-index-'));
let file: string;
let count = 0;
beforeEach(() => {
  file = join(folder, `${++count}.index`);
});
after(() => rmSync(folder, { recursive: true }));

const install = makePage('guide/install', '# Install\nRun the installer.\n## Windows\nUse the wizard.');
const deploy = makePage('guide/deploy', '# Deploy\nPush to the kubernetes cluster.');

async function found(index: string, text: string): Promise<string[]> {
  const opened = openIndex(index);
  try {
    return (await opened.search({ text, limit: 10 })).hits.map(({ path }) => path);
  } finally {
    opened.close();
  }
}

test('an index says how many pages and sections it holds and is the only file left', async () => {
  const { pages, sections, added, bytes } = await buildIndex(file, [install, deploy]);
  assert.deepEqual({ pages, sections, added }, { pages: 2, sections: 3, added: 2 });
  assert.equal(bytes, readFileSync(file).length);
  assert.deepEqual(readdirSync(folder), [`${count}.index`]);
});

test('pages may come one by one as they are made', async () => {
  async function* make() {
    yield install;
    yield deploy;
  }
  assert.equal((await buildIndex(file, make())).pages, 2);
});

test('words that were read with the parsing make the same index as words that are read when it is built', async () => {
  const pages = [
    install,
    deploy,
    makePage('de/kür', '# Kür\n\n## Ça va\n\nsetupWizard, 東京都 and c++, 🚀 of ray.data'),
  ];
  const parsed = pages.map((page) => ({ file: page.file, pages: [page] }) as ParsedFile);
  const rows = async (given: Page[]) => {
    await buildIndex(file, given);
    const database = new DatabaseSync(file, { readOnly: true });
    const tables = ['words', 'section_columns', 'sections', 'pages'];
    const all = tables.map((table) => database.prepare(`SELECT * FROM ${table}`).all());
    database.close();
    return all;
  };
  const read = finishFiles(structuredClone(parsed)).flatMap((one) => one.pages);
  assert.ok(read.every((page) => 'words' in page));
  assert.deepEqual(await rows(read), await rows(pages));
});

test('an index of no pages answers with nothing', async () => {
  await buildIndex(file, []);
  assert.deepEqual(await found(file, 'install'), []);
});

test('the content hash is of the pages, not of their order, and changes with any page', async () => {
  const { contentHash } = await buildIndex(file, [install, deploy]);
  assert.equal((await buildIndex(file, [deploy, install])).contentHash, contentHash);
  const edited = makePage('guide/deploy', '# Deploy\nPush to the docker cluster.');
  assert.notEqual((await buildIndex(file, [install, edited])).contentHash, contentHash);
});

test('what follows a previous index takes its unchanged pages over and finds the same as one built anew', async () => {
  await buildIndex(file, [install, deploy]);
  const edited = makePage('guide/deploy', '# Deploy\nPush to the docker swarm.');
  const added = makePage('faq', '# FAQ\nWhy is the swarm slow?');
  const next = `${file}.next`;
  const { contentHash, ...counts } = await buildIndex(next, [install, edited, added], { previous: file });
  assert.equal(contentHash, (await buildIndex(`${file}.anew`, [install, edited, added])).contentHash);
  assert.deepEqual(
    [counts.unchanged, counts.changed, counts.added, counts.removed, counts.pages, counts.sections],
    [1, 1, 1, 0, 3, 4],
  );
  for (const text of ['kubernetes', 'swarm', 'wizard']) {
    assert.deepEqual(await found(next, text), await found(`${file}.anew`, text), text);
  }
});

test('other tasks get their turn while links are read, page by page', async () => {
  const pages = Array.from({ length: 20 }, (_, n) => makePage(`p${n}`, `# P${n}\nSee [it](p${n - 1}.md).`));
  await buildIndex(file, pages);
  const database = openBuilding(file);
  let steps = 0;
  for (const all = createPageWriter(database).finish(); all.next().done !== true;) steps++;
  database.close();
  assert.ok(steps >= 2 * pages.length, String(steps));
});

test('a page is found by what other pages call it, for as long as they do', async () => {
  const link = (from: string, target: string, rest: Partial<Page> = {}) =>
    makePage(from, `# ${from}\nText.`, { links: [{ target, text: 'speedy launch' }], ...rest });
  const targets = [
    'deploy.md#now',
    './deploy',
    '/guide/deploy/',
    '../guide/deploy.html?x',
    '/guide/deploy.md',
  ];
  for (const target of targets) {
    await buildIndex(file, [install, deploy, link('guide/start', target)]);
    assert.deepEqual(await found(file, 'speedy launch'), ['guide/deploy'], target);
  }
  await buildIndex(file, [install, deploy, link('guide/start', 'deploy.md', { groups: ['staff'] })]);
  assert.deepEqual(await found(file, 'speedy launch'), [], 'words that are not for everybody');

  await buildIndex(file, [install, deploy]);
  const next = [install, deploy, link('guide/start', 'deploy.md')];
  await buildIndex(file, next, { previous: file });
  assert.deepEqual(await found(file, 'speedy launch'), ['guide/deploy']);
  assert.deepEqual(await found(file, 'kubernetes cluster'), ['guide/deploy']);
  await buildIndex(file, [install, deploy, link('guide/start', 'install.md')], { previous: file });
  assert.deepEqual(await found(file, 'speedy launch'), ['guide/install']);
});

test('a deleted page is gone, from the file too', async () => {
  await buildIndex(file, [install, deploy]);
  const { removed } = await buildIndex(file, [install], { previous: file });
  assert.equal(removed, 1);
  assert.deepEqual(await found(file, 'kubernetes'), []);
  assert.equal(readFileSync(file).includes('kubernetes cluster'), false);
});

test('an index that is open goes on showing what it showed when a new one takes its place', async () => {
  await buildIndex(file, [install]);
  const before = openIndex(file);
  await buildIndex(file, [deploy]);
  assert.equal((await before.search({ text: 'installer', limit: 1 })).hits[0]?.path, 'guide/install');
  before.close();
  assert.deepEqual(await found(file, 'installer'), []);
});

test('a build that is aborted or fails leaves the old index and nothing beside it', async () => {
  await buildIndex(file, [install]);
  await assert.rejects(buildIndex(file, [deploy], { signal: AbortSignal.abort(new Error('stop')) }), /stop/);
  async function* failing() {
    yield deploy;
    throw new Error('source is gone');
  }
  await assert.rejects(buildIndex(file, failing()), /source is gone/);
  assert.deepEqual(await found(file, 'installer'), ['guide/install']);
  assert.equal(readdirSync(folder).filter((name) => name.startsWith(`${count}.`)).length, 1);
});

test('of two pages with one path the first counts', async () => {
  const twin = makePage('guide/install', '# Twin\nSomething else.');
  assert.equal((await buildIndex(file, [install, twin])).pages, 1);
  assert.deepEqual(await found(file, 'twin'), []);
});

test('a previous index that cannot be read is built without', async () => {
  writeFileSync(`${file}.broken`, 'not an index');
  assert.equal((await buildIndex(file, [install], { previous: `${file}.broken` })).added, 1);
});

test('a missing file is told apart from a foreign, an older and a damaged one', async () => {
  const problem = (name: string) => {
    try {
      openIndex(name).close();
      return 'none';
    } catch (error) {
      return error instanceof Error && 'problem' in error ? error.problem : error;
    }
  };
  assert.equal(problem(join(folder, 'nothing.index')), 'missing');
  writeFileSync(file, 'text'.repeat(2000));
  assert.equal(problem(file), 'foreign');
  writeFileSync(file, '');
  assert.equal(problem(file), 'foreign');

  const other = new DatabaseSync(`${file}.other`);
  other.exec('CREATE TABLE t (x)');
  other.close();
  assert.equal(problem(`${file}.other`), 'foreign');

  const many = Array.from({ length: 50 }, (_, i) =>
    makePage(`p${i}`, `# Page ${i}\n${'word '.repeat(i * 20)}`),
  );
  await buildIndex(file, many);
  assert.equal(problem(file), 'none');
  truncateSync(file, 8192);
  assert.equal(problem(file), 'corrupt');

  await buildIndex(file, [install]);
  const old = new DatabaseSync(file);
  old.exec('PRAGMA user_version = 0');
  old.close();
  assert.equal(problem(file), 'older-format');
});

test('damage that is seen late is an index file error too', async () => {
  const many = Array.from({ length: 50 }, (_, i) =>
    makePage(`p${i}`, `# Page ${i}\n${'word '.repeat(i * 20)}`),
  );
  await buildIndex(file, many);
  const bytes = readFileSync(file);
  bytes.fill(0xff, 3 * 4096);
  writeFileSync(file, bytes);
  await assert.rejects(
    async () => {
      const opened = openIndex(file);
      try {
        await opened.search({ text: 'word', limit: 10 });
        opened.sections('p3');
      } finally {
        opened.close();
      }
    },
    { name: 'IndexFileError', problem: 'corrupt' },
  );
});
