// When docs are not read again.
import assert from 'node:assert/strict';
import { rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { projectOf } from '../../test/helpers/deployment.ts';
import { docsFolder } from '../../test/helpers/docs-folder.ts';
import type { ProjectSource } from '../store/project-sources.ts';
import { readBase } from './read-base.ts';
import { readSources } from './read-sources.ts';

/** A project that was deployed, and what reading its docs again would do; later, so that no file has just been saved. */
async function deployed(
  t: TestContext,
  files: Record<string, string>,
  rest: Partial<ProjectSource & { kind: 'folder' }> = {},
) {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 10_000 });
  const { path, remove } = await docsFolder(files);
  t.after(remove);
  const site = await projectOf(t, [{ kind: 'folder', path, ...rest }]);
  const result = await site.deploy();
  const { deps, project } = site;
  const read = async (changes: Partial<typeof project> = {}) => {
    const now = { ...project, ...changes };
    const docs = await readSources(deps.sources, now, { base: await readBase(deps, now) });
    docs.close();
    return docs.parts[0]!.docs.framework === 'kept' ? 'as it was' : 'read';
  };
  return { ...site, path, result, read };
}

const files = {
  'index.md': '# Home\n\n[gone](gone.md)\n',
  'draft.md': '---\ndraft: true\n---\nno',
  'hidden.md': '---\ntitle: [\n---\ntext',
  'b.md': 'one',
  'b/index.md': 'two',
  '.docent/assistant.md': 'Be brief.',
};

test('Docs that are as they were are not read again, and say what they said', async (t) => {
  const { path, deploy, deployments, result, read } = await deployed(t, files);
  assert.equal(await read(), 'as it was');
  const said = [{ file: 'b.md', message: 'It has the same address as b/index.md; it was left out.' }];
  const { warnings, ...again } = await deploy();
  assert.deepEqual([again.unchanged, again.changed, again.removed], [result.pages, 0, 0]);
  assert.equal((await deployments()).length, 1);
  assert.deepEqual(warnings, said);

  // Of the same length and time.
  await writeFile(join(path, 'index.md'), '# Home\n\n[near](near.md)\n');
  await utimes(join(path, 'index.md'), new Date('2020-01-01'), new Date('2020-01-01'));
  assert.equal(await read(), 'read');
  t.mock.timers.setTime(Date.now() + 1_000);
  assert.equal((await deploy()).changed, 1);
  assert.equal(await read(), 'as it was');
});

for (const [what, change] of Object.entries({
  'a new file': (path: string) => writeFile(join(path, 'new.md'), 'new'),
  'a file that is gone': (path: string) => rm(join(path, 'draft.md')),
  'other guidance': (path: string) => writeFile(join(path, '.docent/assistant.md'), 'Be long.'),
  'a configuration': (path: string) => writeFile(join(path, 'mkdocs.yml'), 'site_name: x\ndocs_dir: .\n'),
}))
  test(`Docs are read again for ${what}`, async (t) => {
    const { path, read } = await deployed(t, files);
    await change(path);
    assert.equal(await read(), 'read');
  });

test('Docs are read again for another place of the project, a damaged index and a damaged record', async (t) => {
  const { deps, project, path, deployments, read } = await deployed(t, files);
  assert.equal(await read(), 'as it was');
  assert.equal(await read({ baseUrl: 'https://docs.example.com' }), 'read');
  assert.equal(await read({ sources: [{ kind: 'folder', path, prefix: 'api' }] }), 'read');
  const record = join(deps.sources.sourceFolder, project.id, 'last-reading.json');
  await writeFile(record, '{"state":');
  assert.equal(await read(), 'read');
  const [{ indexFile }] = (await deployments()) as unknown as [{ indexFile: string }];
  await writeFile(join(deps.indexFolder, indexFile), 'damaged');
  assert.equal(await read(), 'read');
});

test('Docs with a page whose date has passed since are read again', async (t) => {
  const { read } = await deployed(t, {
    'hugo.toml': 'baseURL = "https://x.example/"',
    'content/a.md': '---\nexpiryDate: 2099-06-01\n---\nOne',
    'content/b.md': 'Two',
  });
  assert.equal(await read(), 'as it was');
  t.mock.timers.setTime(Date.UTC(2099, 6));
  assert.equal(await read(), 'read');
});
