import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { projectOf } from '../../test/helpers/deployment.ts';
import { docsFolder } from '../../test/helpers/docs-folder.ts';
import { eventually } from '../../test/helpers/eventually.ts';
import { listDocs } from '../content/read-docs.ts';
import { newId } from '../lib/ids.ts';
import { createLog } from '../lib/log.ts';
import { deploymentWork } from '../store/deployment-queue.ts';
import { listTexts } from '../store/pushed-files.ts';
import { addProject, updateProject } from '../store/projects.ts';
import { countWork, listDue } from '../store/work.ts';
import { openPushed, shareFolder } from './open-pushed.ts';
import { watchProjects } from './watch-projects.ts';
import { sweepPushedTexts } from './sweep-pushed-texts.ts';

/** Milliseconds after which the sweep deletes texts that are unused by now. */
const atOnce = -60_000;

test('A text that is missing stays recorded until it was brought again, by the next look at its folder', async (context) => {
  const folder = await docsFolder({ 'a.md': '# A\n', 'b.md': '# B\n' });
  context.after(() => folder.remove());
  const { deps, project } = await projectOf(context, [{ kind: 'folder', path: folder.path }]);
  const { pushed } = deps.sources;
  const docs = { projectId: project.id, name: folder.path };
  assert.equal(await shareFolder(pushed, docs, { deployAfterMs: 60_000 }), true);
  assert.equal(await shareFolder(pushed, docs, {}), false);
  const [waiting] = await listDue(pushed.store, [deploymentWork], '');
  assert.ok(waiting!.inMs > 0 && waiting!.inMs <= 60_000, 'it is deployed even if its sharer dies now');

  // A store that is out of reach for a moment is asked again, and has lost nothing.
  let asked = 0;
  const awayOnce = {
    ...pushed.files,
    get(name: string) {
      if (asked++ === 0) throw new Error('The bucket is out of reach.');
      return pushed.files.get(name);
    },
  };
  const interrupted = await openPushed({ ...pushed, files: awayOnce }, docs);
  assert.equal((await interrupted.read('a.md')).text, '# A\n');
  assert.equal(asked, 2);
  assert.equal(await shareFolder(pushed, docs, {}), false);

  const emptied = { ...pushed.files, get: () => pushed.files.get('none') };
  const tree = await openPushed({ ...pushed, files: emptied }, docs);
  await assert.rejects(tree.read('a.md'), { code: 'not_found' });
  await sweepPushedTexts(pushed, undefined, atOnce);
  assert.equal((await (await openPushed(pushed, docs)).read('a.md')).text, '# A\n');

  assert.equal(await shareFolder(pushed, docs, {}), true);
  assert.equal((await listTexts(pushed.store, project.id)).length, 3);
  await sweepPushedTexts(pushed, undefined, atOnce);
  assert.equal((await listTexts(pushed.store, project.id)).length, 2);
  assert.equal(await shareFolder(pushed, docs, {}), false);
  assert.equal((await (await openPushed(pushed, docs)).read('a.md')).text, '# A\n');
});

test('A shared folder below its configuration is read by it on every server', async (context) => {
  const site = await docsFolder({ 'mkdocs.yml': 'site_url: https://example.org/kit/', 'docs/a.md': '# A\n' });
  context.after(() => site.remove());
  const folder = join(site.path, 'docs');
  const { deps, project } = await projectOf(context, [{ kind: 'folder', path: folder }]);
  const { pushed } = deps.sources;
  const docs = { projectId: project.id, name: folder };
  await shareFolder(pushed, docs, {});
  const tree = await openPushed(pushed, docs);
  assert.deepEqual(tree.files, ['a.md']);
  const { framework, addresses } = await listDocs(tree);
  assert.deepEqual([framework, addresses.base], ['mkdocs', 'https://example.org/kit/']);

  await writeFile(join(site.path, 'mkdocs.yml'), 'site_url: https://example.org/new/');
  assert.equal(await shareFolder(pushed, docs, {}), true, 'a change above is new to the servers');
});

test('A file that was saved while the store of files was away is shared and deployed by a later look', async (context) => {
  const folder = await docsFolder({ 'a.md': '# A\n' });
  const data = await docsFolder({});
  context.after(() => Promise.all([folder.remove(), data.remove()]));
  const { deps, project } = await projectOf(context, []);
  const { store } = deps;
  const fromFolder = [{ kind: 'folder', path: folder.path } as const];
  await updateProject(store, project, { sources: fromFolder });
  const other = { ...project, id: newId('prj'), domain: 'of-the-same-folder', sources: fromFolder };
  await addProject(store, other);
  const { pushed } = deps.sources;
  let isAway = true;
  let refused = 0;
  const files = {
    ...pushed.files,
    async put(...file: Parameters<typeof pushed.files.put>) {
      if (!isAway) return pushed.files.put(...file);
      refused++;
      throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    },
  };
  const sources = { ...deps.sources, pushed: { ...pushed, files, isShared: true } };
  const watch = watchProjects({ store, log: createLog('silent'), sources, dataFolder: data.path });
  context.after(() => watch.close());
  await watch.update();
  await writeFile(join(folder.path, 'a.md'), '# A\n\nThe kraken sleeps.\n');
  await eventually(
    async () => refused,
    (count) => count > 0,
  );
  const due = async () => (await countWork(store)).find(({ kind }) => kind === deploymentWork)?.waiting ?? 0;
  await watch.update();
  assert.equal(await due(), 0, 'the store is still away');
  isAway = false;
  // The first look may end only after the refusal that it met.
  await eventually(
    async () => {
      await watch.update();
      return due();
    },
    // Two projects read the folder.
    (count) => count === 2,
  );
  const docs = { projectId: project.id, name: folder.path };
  assert.match((await (await openPushed(pushed, docs)).read('a.md')).text ?? '', /kraken/);
  assert.equal(await shareFolder(pushed, docs, {}), false, 'nothing is left to share');
});
