import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestStore } from '../../test/helpers/open-test-store.ts';
import { refusalOf } from '../../test/helpers/refusal.ts';
import { ensureProject } from './ensure-project.ts';
import { listKeys } from './manage-keys.ts';
import { createProject } from './manage-projects.ts';
import { findProject, listProjects } from '../store/projects.ts';

test('the first start makes an organization, a project named after its folder, and both keys once', async (t) => {
  const store = await openTestStore(t);
  const first = await ensureProject(store, { folder: '/srv/Crème Brûlée (v2)', baseUrl: 'https://x.dev' });
  assert.equal(first.project.domain, 'creme-brulee-v2');
  assert.equal(first.project.baseUrl, 'https://x.dev');
  assert.match(first.keys!.assistantKey, /^svc_dsc_/);
  assert.match(first.keys!.adminKey, /^svc_[0-9A-Za-z]+$/);
  const again = await ensureProject(store, { folder: '/srv/../srv/Crème Brûlée (v2)/' });
  assert.deepEqual(again, { ...first, keys: null });
  const names = (await listKeys(store, first.organization.id)).map(({ name }) => name).sort();
  assert.deepEqual(names, ['Public page', 'creme-brulee-v2', 'creme-brulee-v2']);
});

test('a new base URL takes the place of the old one', async (t) => {
  const store = await openTestStore(t);
  await ensureProject(store, { folder: '/docs', baseUrl: 'https://old.dev' });
  const { project, organization } = await ensureProject(store, {
    folder: '/docs',
    baseUrl: 'https://new.dev',
  });
  assert.equal(project.baseUrl, 'https://new.dev');
  assert.deepEqual(await listProjects(store, organization.id), [project]);
});

test('folders of one name get domains of their own', async (t) => {
  const store = await openTestStore(t);
  const folders = ['/a/docs', '/b/docs', '/c/docs', '/', '/d/文档'];
  const domains = [];
  for (const folder of folders) domains.push((await ensureProject(store, { folder })).project.domain);
  assert.deepEqual(domains, ['docs', 'docs-2', 'docs-3', 'docs-4', 'docs-5']);
});

test('starts at the same time make one project', async (t) => {
  const store = await openTestStore(t);
  const starts = await Promise.all([1, 2, 3].map(() => ensureProject(store, { folder: '/docs' })));
  assert.equal(new Set(starts.map(({ project }) => project.id)).size, 1);
  assert.equal(starts.filter(({ keys }) => keys !== null).length, 1);
});

test('a project is added with a domain of its own choice, found by domain and by id', async (t) => {
  const store = await openTestStore(t);
  const { organization } = await ensureProject(store, { folder: '/docs' });
  const sources = [{ kind: 'folder', path: '/api' } as const];
  const wanted = { organizationId: organization.id, name: 'API', domain: 'acme-api', sources };
  const project = await createProject(store, wanted);
  assert.deepEqual(
    await findProject(store, { organizationId: organization.id, domain: 'acme-api' }),
    project,
  );
  assert.deepEqual(
    await findProject(store, { organizationId: organization.id, projectId: project.id }),
    project,
  );
  assert.equal((await refusalOf(createProject(store, wanted))).code, 'conflict');
  for (const domain of ['', 'A', '-a', 'a-', 'a/b', 'a.b', 'x'.repeat(64)]) {
    assert.equal((await refusalOf(createProject(store, { ...wanted, domain }))).code, 'invalid_request');
  }
});
