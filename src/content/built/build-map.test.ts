import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writtenFolder } from '../../../test/helpers/built-sites.ts';
import { treeOf } from '../../../test/helpers/tree-of.ts';
import { listDocs, parseDocs } from '../read-docs.ts';
import type { Build } from '../site/build.ts';
import { carryBuild } from '../carry-build.ts';
import { readMap, splitMap } from './build-map.ts';
import { openBuiltFolder } from './built-folder.ts';

const files = {
  'a.md': '# Apples\n\nApples grow on trees.\n\n## Kinds\n\nMany.\n',
  'b.md': '# Boats\n\nBoats carry people.\n\n## Kinds\n\nFew.\n',
};

async function pagesOf(built: Build): Promise<Record<string, unknown>> {
  const parsed = await Array.fromAsync(parseDocs(await listDocs(treeOf(files), { built })));
  return Object.fromEntries(
    parsed.flatMap(({ file, pages: [page] }) => (page ? [[file, [page.url, page.sections[1]?.anchor]]] : [])),
  );
}

test('a map says elsewhere what the build says here, without its text', async (context) => {
  const page = (title: string, text: string, id: string) =>
    `<html><head><title>${title}</title></head><body><main><h1>${title}</h1><p>${text}</p><h2 id="${id}">Kinds</h2></main></body></html>`;
  const folder = await writtenFolder(context, {
    'fruit.html': page('Apples', 'Apples grow on trees.', 'of-apples'),
    'ships.html': page('Boats', 'Boats carry people.', 'of-boats'),
    'unknown.html': page('Clocks', 'Clocks tell the time.', 'of-clocks'),
  });
  const build = await openBuiltFolder(folder);
  const tree = await carryBuild(treeOf(files), treeOf(files), build);
  const { files: own, map } = splitMap(tree.files);
  assert.deepEqual(own, Object.keys(files));
  const sent = (await tree.read(map[0]!)).text!;
  assert.doesNotMatch(sent, /clocks|trees|<h2/i);
  const read = await readMap(map, tree.read);
  const expected = { 'a.md': ['/fruit.html', 'of-apples'], 'b.md': ['/ships.html', 'of-boats'] };
  assert.deepEqual(await pagesOf(build), expected);
  assert.deepEqual(await pagesOf(read!), expected);
});

test('of a map that somebody made up, what is no page of a file is left out', async () => {
  const page = {
    path: 'x',
    ending: '/',
    headings: [['id', 'Kinds']],
    ids: ['id'],
    match: { file: 'a.md', by: 'text' },
  };
  const read = async (pages: unknown, build: unknown = { isWhole: true }) =>
    pagesOf(
      (await readMap(['.docent-built/0.json'], async () => ({
        text: JSON.stringify({ build, pages }),
        warning: null,
      })))!,
    );
  assert.deepEqual((await read([page]))['a.md'], ['/x/', 'id']);
  assert.deepEqual((await read([{ ...page, path: '../../../y' }]))['a.md'], ['/y/', 'id']);
  for (const wrong of [
    null,
    'x',
    { ...page, path: 1 },
    { ...page, ending: '?a=b' },
    { ...page, url: 'javascript:alert(1)' },
    { ...page, match: { file: 'a.md', by: 'guess' } },
    { ...page, match: { file: '/etc/passwd', by: 'text' } },
  ])
    assert.deepEqual((await read([wrong]))['a.md'], ['/a', 'kinds'], JSON.stringify(wrong));
  assert.deepEqual((await read([{ ...page, headings: [1, ['id']], ids: [null] }]))['a.md'], ['/x/', null]);
  assert.deepEqual((await read({}, { base: 'file:///etc', basePath: 5 }))['b.md'], ['/b', 'kinds']);
  const broken = await readMap(['.docent-built/0.json'], async () => ({
    text: '{"pages": [',
    warning: null,
  }));
  assert.deepEqual(broken!.pages, []);
  assert.equal(await readMap([], async () => ({ text: '', warning: null })), null);
});
