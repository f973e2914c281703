import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestStore } from '../../test/helpers/open-test-store.ts';
import { refusalOf } from '../../test/helpers/refusal.ts';
import { ensureProject, makeFirstKeys } from './ensure-project.ts';
import { listKeys, revokeKey } from './manage-keys.ts';
import { createProject } from './manage-projects.ts';
import { findProject, listProjects } from '../store/projects.ts';

test('the first start makes an organization, and a project named after its folder, once', async (t) => {
  const store = await openTestStore(t);
  const first = await ensureProject(store, { folder: '/srv/Crème Brûlée (v2)', baseUrl: 'https://x.dev' });
  assert.equal(first.project.domain, 'creme-brulee-v2');
  assert.equal(first.project.baseUrl, 'https://x.dev');
  const again = await ensureProject(store, { folder: '/srv/../srv/Crème Brûlée (v2)/' });
  assert.deepEqual(again, { ...first, isNew: false });
});

test('the first keys of a project are made once, whatever became of them', async (t) => {
  const store = await openTestStore(t);
  const { project } = await ensureProject(store, { folder: '/docs' });
  const starts = await Promise.all([1, 2, 3].map(() => makeFirstKeys(store, project)));
  const [made, ...more] = starts.filter((keys) => keys !== null);
  assert.deepEqual(more, []);
  assert.match(made!.assistantKey, /^svc_dsc_/);
  assert.match(made!.adminKey, /^svc_[0-9A-Za-z]+$/);
  const keys = await listKeys(store, project.organizationId);
  assert.deepEqual(keys.map(({ name }) => name).sort(), ['Public page', 'docs', 'docs']);
  for (const { id, organizationId } of keys) await revokeKey(store, { id, organizationId });
  assert.equal(await makeFirstKeys(store, project), null);
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
