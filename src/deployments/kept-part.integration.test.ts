// What happens to a project's pages when one of its sources cannot be read.
import assert from 'node:assert/strict';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { projectOf } from '../../test/helpers/deployment.ts';
import { docsFolder } from '../../test/helpers/docs-folder.ts';
import { readIndexGuidance } from '../retrieval/index-file.ts';
import { findProjectById } from '../store/projects.ts';
import type { ProjectSource } from '../store/project-sources.ts';
import { deploy } from './deploy.ts';

async function twoFolders(context: TestContext) {
  const folders = [
    await docsFolder({ 'index.md': '# Guides', 'install.md': 'one', '.docent/assistant.md': 'Be brief.' }),
    await docsFolder({ 'users.md': 'two', 'keys.md': 'three', 'draft.md': '---\ndraft: true\n---\nno' }),
  ];
  for (const { remove } of folders) context.after(remove);
  const [one, two] = folders.map(({ path }) => path) as [string, string];
  context.after(() => rename(`${one}.away`, one).catch(() => undefined));
  context.after(() => rename(`${two}.away`, two).catch(() => undefined));
  const sources: ProjectSource[] = [
    { kind: 'folder', path: one },
    { kind: 'folder', path: two, prefix: 'api', groups: ['staff'] },
  ];
  const site = await projectOf(context, sources);
  await site.deploy();
  const faults = async () => (await findProjectById(site.deps.store, site.project.id))!.sourceFaults;
  return { one, two, site, faults };
}

test('a source that is gone keeps its pages, and what is new in the others goes live', async (t) => {
  const { one, two, site, faults } = await twoFolders(t);
  await rename(two, `${two}.away`);
  await writeFile(join(one, 'install.md'), 'one, anew');
  const { warnings, ...counts } = await site.deploy();
  assert.deepEqual([counts.changed, counts.added, counts.removed], [1, 0, 0]);
  assert.match(warnings.map(({ file, message }) => `${file}: ${message}`).join(), new RegExp(`${two}: .*stay as they were`)); // prettier-ignore
  const pages = await site.pages();
  assert.deepEqual([...pages.keys()].sort(), ['', 'api/keys', 'api/users', 'install']);
  assert.equal(pages.get('api/users'), undefined, 'they stay for their readers alone');
  assert.match(pages.get('install')!.markdown, /anew/);
  const [{ summary, logs }] = (await site.deployments()) as [any];
  assert.match(summary, /1 source could not be read/);
  assert.ok(
    logs.some((line: string) => line.startsWith(two)),
    logs.join('\n'),
  );
  const [fault] = (await faults())!;
  assert.deepEqual([fault!.kind, fault!.name], ['folder', two]);

  // Nothing new, and the same fault since the same time.
  await site.deploy();
  assert.deepEqual([(await site.deployments()).length, (await faults())![0]!.message], [2, fault!.message]);

  await rename(`${two}.away`, two);
  await writeFile(join(two, 'users.md'), 'two, anew');
  const again = await deploy(site.deps, { ...site.project, sourceFaults: [fault!] });
  assert.deepEqual([again.faults, again.changed], [[], 1]);
  assert.equal(await faults(), undefined);
});

test('the first source keeps its pages too, with what it says for answers', async (t) => {
  const { one, two, site } = await twoFolders(t);
  await rename(one, `${one}.away`);
  await writeFile(join(two, 'users.md'), 'two, anew');
  assert.equal((await site.deploy()).changed, 1);
  assert.deepEqual([...(await site.pages()).keys()].sort(), ['', 'api/keys', 'api/users', 'install']);
  const [{ indexFile }] = (await site.deployments()) as [any];
  assert.equal(readIndexGuidance(join(site.deps.indexFolder, indexFile)).instructions, 'Be brief.');
});

test('nothing is deployed when no source can be read, or when kept pages would get to other readers', async (t) => {
  const { one, two, site } = await twoFolders(t);
  await rename(two, `${two}.away`);
  const [first, second] = site.project.sources as [ProjectSource, ProjectSource];
  const open = { ...second, groups: undefined };
  await assert.rejects(deploy(site.deps, { ...site.project, sources: [first, open] }), { code: 'not_found' });
  await rename(one, `${one}.away`);
  await assert.rejects(site.deploy(), { code: 'not_found' });
  assert.equal((await site.pages()).size, 4);
});

test('a source that was never read holds nothing back, and one that is removed takes its pages along', async (t) => {
  const { one, two, site } = await twoFolders(t);
  await writeFile(join(one, 'install.md'), 'one, anew');
  const [first, second] = site.project.sources as [ProjectSource, ProjectSource];
  const sources: ProjectSource[] = [first, second, { kind: 'folder', path: `${two}/none`, prefix: 'more' }];
  const added = await deploy(site.deps, { ...site.project, sources });
  assert.deepEqual([added.changed, added.faults?.length], [1, 1]);
  assert.ok(added.warnings.some(({ message }) => message.endsWith('Nothing of it is there yet.')));
  await rename(two, `${two}.away`);
  await deploy(site.deps, { ...site.project, sources: [first] });
  assert.deepEqual([...(await site.pages()).keys()].sort(), ['', 'install']);
});
