import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ListedPage } from '../../retrieval/list-pages.ts';
import { listFiles } from './list-files.ts';

const site = { name: 'Harbour', address: 'https://ask.example.com/docs', query: '' };
const sections = `${site.address}/llms/`;
const pagesBase = `${site.address}/pages/`;

function pageAt(path: string, title = `The page ${path}`): ListedPage {
  const description = 'What it does, when to use it, and what else there is to know of it.';
  return { path, title, url: `/${path}`, description, version: null, language: null, kind: null };
}

const pagesAt = (paths: string[]) => paths.toSorted().map((path) => pageAt(path));
const numbered = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, number) => `${prefix}${String(number).padStart(6, '0')}`);

/** The targets of the links in a list. */
const linksIn = (text: string) =>
  [...text.matchAll(/^- \[(?:\\.|[^\]\\])*\]\(([^)]*)\)/gm)].map(([, url]) => url!);

/** Follows the lists from the main one, as an agent does. */
function walk(files: ReadonlyMap<string, string>): { pages: string[]; lists: string[] } {
  const [pages, lists]: [string[], string[]] = [[], ['']];
  for (const name of lists) {
    const text = files.get(name);
    assert.ok(text !== undefined, `there is no list ${name}`);
    for (const url of linksIn(text)) {
      if (url.startsWith(sections))
        lists.push(decodeURIComponent(url.slice(sections.length).replace(/\.txt(\?.*)?$/, '')));
      else pages.push(url.slice(pagesBase.length).replace(/\.md$/, ''));
    }
  }
  return { pages, lists };
}

function check(pages: ListedPage[], query = ''): ReadonlyMap<string, string> {
  const files = listFiles({ ...site, query }, pages);
  for (const [name, text] of files) {
    assert.ok(text.length <= 50_000, `${name} has ${text.length} characters`);
    assert.match(text, /^# Harbour.*\n\n> .+\n\n## /);
  }
  const found = walk(files);
  assert.deepEqual(found.pages.map(decodeURIComponent).toSorted(), pages.map(({ path }) => path).toSorted());
  assert.deepEqual(found.lists.toSorted(), [...files.keys()].toSorted(), 'each list is linked once');
  return files;
}

test('a small site is one list, by folder', () => {
  const files = check([pageAt('a'), pageAt('guide', 'The Guide'), pageAt('guide/b'), pageAt('how-to/c')]);
  assert.equal(files.size, 1);
  const headings = files.get('')!.match(/^## .*$/gm);
  assert.deepEqual(headings, ['## Docs', '## The Guide', '## How to']);
});

test('a long list is split by folder, and large folders again', () => {
  const paths = [
    ...numbered(20, 'p'),
    ...numbered(400, 'guide/'),
    ...numbered(900, 'api/v1/'),
    ...numbered(300, 'api/v2/'),
  ];
  const files = check(pagesAt(paths), '?version=2');
  assert.deepEqual(
    ['index', 'guide', 'guide-2', 'api/v1', 'api/v2'].filter((name) => !files.has(name)),
    [],
  );
  assert.match(
    files.get('')!,
    /^- \[Guide\]\(https:\/\/ask\.example\.com\/docs\/llms\/guide\.txt\?version=2\): \d+ pages$/m,
  );
  assert.match(
    files.get('guide')!,
    /^> A section of \[llms\.txt\]\(https:\/\/ask\.example\.com\/docs\/llms\.txt\?version=2\)/m,
  );
});

test('many small folders share lists, and names that folders have are free of those of parts', () => {
  check(pagesAt(numbered(3_000, 'package-').map((path) => `${path}/index`)));
  check(pagesAt([...numbered(900, 'index/'), ...numbered(900, 'index-2/'), ...numbered(900, '')]));
  check(
    pagesAt([...numbered(700, 'sections/a/'), ...numbered(700, 'sections/'), 'sections', 'sections-2/x']),
  );
});

test('more sections than one list holds have lists of their own', () => {
  const paths = Array.from({ length: 250 }, (_, folder) =>
    numbered(50, `${'long-name-'.repeat(12)}${folder}/`),
  ).flat();
  const files = check(pagesAt(paths));
  assert.ok(files.has('sections'));
});

test('titles and descriptions stay on their line, whatever they hold', () => {
  const title = `x](https://evil.example/)\n\n## Other\n- [more](https://evil.example/) \u{e0041}${'y'.repeat(60_000)}`;
  const page = {
    ...pageAt('a'),
    title,
    description: `a [b](https://evil.example/)\n- [c](https://evil.example/)\u2028d`,
  };
  const text = listFiles({ ...site, name: 'Har\nbour' }, [page]).get('')!;
  assert.deepEqual(text.match(/^(?:#|-).*?(?=\]|$)/gm)?.length, 3);
  assert.deepEqual(linksIn(text), ['https://ask.example.com/docs/pages/a.md']);
  assert.doesNotMatch(text, /(?<!\\)\]\(https:\/\/evil|\u{e0041}|\u2028/u);
  assert.ok(text.length < 1_500);
});
