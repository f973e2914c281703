import assert from 'node:assert/strict';
import { test } from 'node:test';
import { treeOf } from '../../test/helpers/tree-of.ts';
import { closeLinks } from './link-closure.ts';
import { listDocs, parseDocs } from './read-docs.ts';

const operation = (operationId: string, description = '') => ({ operationId, description, responses: {} });

const api = (version: string) =>
  JSON.stringify({
    openapi: '3.0.0',
    info: { title: 'Boxes', version, description: '# Errors\n\nAll are JSON.' },
    paths: {
      '/boxes': {
        get: operation('listBoxes', 'See [one](#operation/getBox), [some](#tag/Boxes/operation/getBox).'),
        post: operation(
          'addBox',
          'See [errors](#section/Errors), [nothing](#operation/none), [all](#tag/Boxes).',
        ),
      },
      '/boxes/{id}': { get: operation('getBox') },
    },
  });

test('Links within a description lead to the page of the operation or of the API', async () => {
  for (const baseUrl of ['', 'https://example.com/docs']) {
    const docs = await listDocs(treeOf({ 'a.md': '# A', 'api/openapi.json': api('1') }), { baseUrl });
    const parsed = await Array.fromAsync(parseDocs(docs));
    const links = closeLinks(docs, parsed);
    assert.deepEqual([links.broken, links.paths.resolved, links.anchors.resolved], [[], 4, 1]);
    const add = parsed.flatMap(({ pages }) => pages).find(({ title }) => title === 'addBox');
    assert.match(add?.sections[0]?.text ?? '', /See errors, nothing, all\./);
  }
});

test('Descriptions whose names differ in their version are versions of one API', async () => {
  const docs = await listDocs(
    treeOf({ 'a.md': '# A', 'api/v1.9.json': api('1.9'), 'api/v1.10.json': api('1.10') }),
  );
  const versions = docs.files.map(({ page }) => [page.path, page.version, page.isDefault]);
  assert.deepEqual(
    versions.filter(([path]) => /getbox$|^a$/.test(String(path))),
    [
      ['a', null, undefined],
      ['api/v1.10/getbox', 'v1.10', true],
      ['api/v1.9/getbox', 'v1.9', false],
    ],
  );
});
