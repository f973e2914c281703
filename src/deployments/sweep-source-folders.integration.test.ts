import assert from 'node:assert/strict';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { projectOf } from '../../test/helpers/deployment.ts';
import { sweepSourceFolders } from './sweep-source-folders.ts';

test('What was fetched for a project goes with it', async (context) => {
  const { deps, project } = await projectOf(context, [{ kind: 'folder', path: '/none' }]);
  const { sourceFolder } = deps.sources;
  await sweepSourceFolders(deps.store, sourceFolder);
  for (const id of [project.id, 'prj_gone'])
    await mkdir(join(sourceFolder, id, 'clone.git'), { recursive: true });
  await sweepSourceFolders(deps.store, sourceFolder);
  assert.deepEqual(await readdir(sourceFolder), [project.id]);
});
