import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { projectOf } from '../../test/helpers/deployment.ts';
import { docsFolder } from '../../test/helpers/docs-folder.ts';
import { changedFiles } from '../retrieval/indexed-files.ts';
import { planPages } from './plan-pages.ts';
import { readBase } from './read-base.ts';

test('A page whose day has come is parsed again, and nothing before', async (t) => {
  const { path, remove } = await docsFolder({
    'hugo.toml': 'baseURL = "https://x.example/"',
    'content/a.md': '---\nexpiryDate: 2099-06-01\n---\nOne',
    'content/b.md': '---\npublishDate: 2099-01-01\n---\nTwo',
    'content/c.md': 'Three',
  });
  t.after(remove);
  const site = await projectOf(t, [{ kind: 'folder', path }]);
  await site.deploy();
  assert.deepEqual([...(await site.pages()).keys()].toSorted(), ['a', 'c']);
  await site.deploy();
  assert.equal((await site.deployments()).length, 1, 'nothing changed');

  const [deployment] = await site.deployments();
  const file = join(site.deps.indexFolder, deployment!.indexFile!);
  const by = (month: number): string[] => changedFiles(file, Date.UTC(2099, month)).toSorted();
  assert.deepEqual([by(-1), by(0), by(5)], [[], ['content/b.md'], ['content/a.md', 'content/b.md']]);

  const base = await readBase(site.deps, site.project);
  const empty = [...base!.empty].map(([name, hash]) => ({ file: name, hash }));
  const files = [...base!.pages!, ...empty].map((one) => ({
    ...one,
    path: '',
    hidden: false,
    characters: 0,
  }));
  const parsed = (due: string[]): string[] =>
    planPages(files, { ...base!, due: new Set(due) }).parse.map((one) => one.file);
  assert.deepEqual([parsed([]), parsed(by(5)).toSorted()], [[], ['content/a.md', 'content/b.md']]);
});
