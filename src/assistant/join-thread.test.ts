import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { openTestStore } from '../../test/helpers/open-test-store.ts';
import { refusalOf } from '../../test/helpers/refusal.ts';
import { addOrganization } from '../store/organizations.ts';
import { addProject } from '../store/projects.ts';
import type { Store } from '../store/store.ts';
import { findThread } from '../store/threads.ts';
import { joinThread } from './join-thread.ts';

const asked = { projectId: 'prj_a', threadId: null, threadKey: null, fp: 'ann', requireKey: false };

async function storeWithProjects(t: TestContext): Promise<Store> {
  const store = await openTestStore(t);
  await addOrganization(store, { id: 'org_1', name: 'Org', slug: 'org', plan: {}, createdAt: 1 });
  for (const id of ['prj_a', 'prj_b']) {
    const sources = [{ kind: 'folder', path: `/${id}` } as const];
    const rest = { name: id, baseUrl: null, settings: {}, currentDeploymentId: null, createdAt: 1 };
    await addProject(store, { id, organizationId: 'org_1', domain: id, sources, ...rest });
  }
  return store;
}

async function refusal(joining: Promise<unknown>): Promise<string> {
  const { code, message } = await refusalOf(joining);
  return `${code}: ${message}`;
}

const notFound = 'thread_not_found: There is no such thread. Send no threadId to start a new one.';

test('without a threadId a new thread is made, with an unguessable id and a key', async (t) => {
  const store = await storeWithProjects(t);
  const first = await joinThread(store, asked);
  const second = await joinThread(store, asked);
  assert.match(first.threadId, /^thr_[0-9A-Za-z]{22}$/);
  assert.match(first.threadKey!, /^thk_[0-9A-Za-z]{22}$/);
  assert.notEqual(first.threadId, second.threadId);
  assert.notEqual(first.threadKey, second.threadKey);
});

test('the key of a thread is stored hashed and sent once', async (t) => {
  const store = await storeWithProjects(t);
  const { threadId, threadKey } = await joinThread(store, asked);
  const stored = await findThread(store, { projectId: 'prj_a', threadId });
  assert.ok(!JSON.stringify(stored).includes(threadKey!));
  assert.deepEqual(await joinThread(store, { ...asked, threadId, threadKey }), { threadId, threadKey: null });
});

test('an unknown threadId of 1 to 128 printable characters starts a thread under that id', async (t) => {
  const store = await storeWithProjects(t);
  for (const threadId of ['x', 'my chat #1', '~'.repeat(128)]) {
    const joined = await joinThread(store, { ...asked, threadId });
    assert.equal(joined.threadId, threadId);
    assert.ok(joined.threadKey);
  }
});

test('a threadId that is empty, too long or not printable is a 400', async (t) => {
  const store = await storeWithProjects(t);
  for (const threadId of ['', 'x'.repeat(129), 'a\nb', 'a\0b', 'a\u007f', 'caf\u00e9', '\ud800', '\u202e']) {
    assert.match(await refusal(joinThread(store, { ...asked, threadId })), /^invalid_request: A threadId/);
  }
});

test('a known thread goes on with its key, whatever the fp', async (t) => {
  const store = await storeWithProjects(t);
  const { threadId, threadKey } = await joinThread(store, asked);
  const joined = await joinThread(store, { ...asked, threadId, threadKey, fp: 'someone else' });
  assert.deepEqual(joined, { threadId, threadKey: null });
});

test('a known thread goes on without a key for the fp that started it', async (t) => {
  const store = await storeWithProjects(t);
  const { threadId } = await joinThread(store, asked);
  assert.deepEqual(await joinThread(store, { ...asked, threadId }), { threadId, threadKey: null });
});

test('a wrong key, a key of an unknown thread and another fp get one and the same 404', async (t) => {
  const store = await storeWithProjects(t);
  const { threadId, threadKey } = await joinThread(store, asked);
  const refused = [
    { ...asked, threadId, threadKey: 'thk_wrong' },
    { ...asked, threadId, threadKey: '' },
    { ...asked, threadId: 'unknown', threadKey },
    { ...asked, threadId: null, threadKey },
    { ...asked, threadId, fp: 'bob' },
  ];
  for (const request of refused) assert.equal(await refusal(joinThread(store, request)), notFound);
  assert.equal(await findThread(store, { projectId: 'prj_a', threadId: 'unknown' }), undefined);
});

test('a project that requires the key refuses the fp alone', async (t) => {
  const store = await storeWithProjects(t);
  const { threadId, threadKey } = await joinThread(store, { ...asked, requireKey: true });
  assert.equal(await refusal(joinThread(store, { ...asked, threadId, requireKey: true })), notFound);
  assert.equal(
    (await joinThread(store, { ...asked, threadId, threadKey, requireKey: true })).threadId,
    threadId,
  );
});

test('threads belong to a project: its key opens nothing in another', async (t) => {
  const store = await storeWithProjects(t);
  const { threadId, threadKey } = await joinThread(store, asked);
  const elsewhere = { ...asked, projectId: 'prj_b', threadId, fp: 'bob' };
  assert.equal(await refusal(joinThread(store, { ...elsewhere, threadKey })), notFound);
  assert.ok((await joinThread(store, elsewhere)).threadKey, 'there the id is unknown and starts a thread');
});

test('of two first messages under one id at once, one starts the thread and the other joins it', async (t) => {
  const store = await storeWithProjects(t);
  const request = { ...asked, threadId: 'mine' };
  const joined = await Promise.all([joinThread(store, request), joinThread(store, request)]);
  assert.equal(joined.filter(({ threadKey }) => threadKey !== null).length, 1);
});
