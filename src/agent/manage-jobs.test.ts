import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seedProject } from '../../test/contract/store-seed.ts';
import { openTestStore } from '../../test/helpers/open-test-store.ts';
import { refusalOf } from '../../test/helpers/refusal.ts';
import type { ProjectSource } from '../store/projects.ts';
import { createJob } from './manage-jobs.ts';

test('a job is refused when it is ordered, where there is no repository that it could change', async (t) => {
  const store = await openTestStore(t);
  const project = await seedProject(store, 'docs');
  const order = { prompt: 'Do it', ref: null, draft: false };
  const create = (source: ProjectSource, settings = {}) =>
    createJob(store, { ...project, sources: [source], settings }, order, 'm', null);
  const here: ProjectSource = { kind: 'git', url: 'file:///srv/docs.git', trusted: true };
  const refusal = await refusalOf(create(here));
  assert.equal(refusal.code, 'conflict');
  assert.match(refusal.message, /file:\/\/ has no pull requests\. Give the project its folder/);
  const stranger = await refusalOf(create({ kind: 'git', url: 'https://git.example.com/a/b' }));
  assert.match(stranger.message, /no repository that jobs could change: connect/);
  assert.equal((await create({ ...here, url: 'https://github.com/a/b' })).status, 'active');
  const repository = { url: 'https://github.com/a/b', docsRoot: '' };
  assert.equal((await create(here, { repository })).status, 'active');
});
