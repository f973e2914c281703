import assert from 'node:assert/strict';
import { test } from 'node:test';
import { projectOf } from '../../test/helpers/deployment.ts';
import { docsFolder } from '../../test/helpers/docs-folder.ts';
import { listTexts } from '../store/pushed-files.ts';
import { openPushed, shareFolder } from './open-pushed.ts';
import { sweepPushedTexts } from './sweep-pushed-texts.ts';

/** Milliseconds after which the sweep deletes texts that are unused by now. */
const atOnce = -60_000;

test('A text that could not be read stays until it was brought again, by the next look at its folder', async (context) => {
  const folder = await docsFolder({ 'a.md': '# A\n', 'b.md': '# B\n' });
  context.after(() => folder.remove());
  const { deps, project } = await projectOf(context, [{ kind: 'folder', path: folder.path }]);
  const { pushed } = deps.sources;
  const docs = { projectId: project.id, name: folder.path };
  assert.equal(await shareFolder(pushed, docs, {}), true);
  assert.equal(await shareFolder(pushed, docs, {}), false);

  const outOfReach = {
    ...pushed.files,
    get(): never {
      throw new Error('The bucket is out of reach.');
    },
  };
  const tree = await openPushed({ ...pushed, files: outOfReach }, docs);
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
