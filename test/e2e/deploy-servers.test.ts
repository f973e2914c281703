// Several servers on one PostgreSQL, each with a data folder of its own.
import assert from 'node:assert/strict';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { hashText } from '../../src/content/sources/hash-files.ts';
import { shareFolders } from '../../src/deployments/share-folders.ts';
import { followServers } from '../../src/deployments/follow-servers.ts';
import { newDeployment } from '../../src/deployments/request-deployment.ts';
import { sweepStoredIndexes } from '../../src/deployments/sweep-stored-indexes.ts';
import { databaseFiles } from '../../src/files/database-files.ts';
import { hashFile } from '../../src/files/hash-file.ts';
import { readIndexInfo } from '../../src/retrieval/index-file.ts';
import { formatVersion } from '../../src/retrieval/index-schema.ts';
import { addDeployment, findCurrentDeployment, listDeployments } from '../../src/store/deployments.ts';
import { addChunk, deleteChunks, readChunk } from '../../src/store/file-chunks.ts';
import { listUnneeded, newestRevisions } from '../../src/store/index-files.ts';
import type { Store } from '../../src/store/store.ts';
import { takeWork } from '../../src/store/work.ts';
import { findProjectById } from '../../src/store/projects.ts';
import { deployAtStart } from '../../src/cli/deploy-at-start.ts';
import { createApiClient } from '../../src/cli/api-client.ts';
import { pushFolder } from '../../src/cli/push-folder.ts';
import { docsFolder } from '../helpers/docs-folder.ts';
import { ask, ended, found, update } from '../helpers/deployments.ts';
import { eventually } from '../helpers/eventually.ts';
import { startPostgres } from '../helpers/postgres.ts';
import { secondServer } from '../helpers/second-server.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

const postgres = await startPostgres();
after(() => postgres.stop());

/** A server on a database of its own. */
async function first(
  t: TestContext,
  { work }: { work?: string[] } = {},
): Promise<{ one: TestServer; settings: Record<string, string> }> {
  const settings = {
    DOCENT_DATABASE_URL: await postgres.createDatabase(),
    DOCENT_EMBEDDING_MODEL: 'none',
    DOCENT_POLL_MINUTES: '0',
  };
  const one = await startServer({ settings, ...(work && { work }) });
  t.after(() => one.close());
  return { one, settings };
}

/** Of the index file that a server has of the current deployment. */
async function hashOfCurrent({ app, projectId }: TestServer): Promise<string> {
  const { indexFile } = (await findCurrentDeployment(app.store, projectId))!;
  return hashFile(join(app.indexFolder, indexFile!));
}

test('what one server deployed reaches the others as a file: without its source, and never without docs in between', async (t) => {
  const { one, settings } = await first(t);
  await writeFile(join(one.docs, 'kraken.md'), '# Kraken\n\nThe kraken sleeps.\n');
  assert.equal((await update(one)).status, 'success');
  const hidden = `${one.docs}-hidden`;
  await rename(one.docs, hidden);
  const two = await secondServer(t, one, settings);
  // The very first request gets it, and what it gets is the same file.
  assert.deepEqual(await found(two, 'kraken'), ['kraken']);
  assert.equal(await hashOfCurrent(two), await hashOfCurrent(one));
  await rename(hidden, one.docs);
  await writeFile(join(one.docs, 'squid.md'), '# Squid\n\nThe squid is quick.\n');
  assert.equal((await update(one)).status, 'success');
  // From here on it always answers: from the docs before, until the file is here.
  await eventually(
    () => found(two, 'squid'),
    ([first]) => first === 'squid',
  );
  assert.equal(await hashOfCurrent(two), await hashOfCurrent(one));
});

test('sections are embedded by one server, and all others get the file with the vectors', async (t) => {
  const { one, settings } = await first(t, { work: [] });
  const embedding = { ...settings, DOCENT_EMBEDDING_MODEL: 'minilm' };
  const two = await secondServer(t, one, embedding);
  const three = await secondServer(t, one, settings);
  assert.deepEqual(await found(three, 'proxy'), ['guide/proxy']);
  await two.app.revisions.now(one.projectId);
  await followServers(three.app.store, three.app.indexes, three.app.travel);
  assert.equal(await hashOfCurrent(three), await hashOfCurrent(two));
  const { id, indexFile } = (await findCurrentDeployment(one.app.store, one.projectId))!;
  const shown = await ask(three, 'GET', `/manage/v1/projects/${one.projectId}/deployments/${id}`);
  const steps = shown.body.steps as { name: string; endedAt: string | null; done: number; total: number }[];
  assert.deepEqual(
    steps.map(({ name }) => name),
    ['queued', 'reading', 'parsing', 'indexing', 'live', 'vectors'],
    'every server tells what another one did',
  );
  assert.ok(steps.every(({ endedAt }) => endedAt !== null));
  assert.ok(steps.at(-1)!.total > 0 && steps.at(-1)!.done === steps.at(-1)!.total);
  assert.equal(readIndexInfo(join(three.app.indexFolder, indexFile!)).embedding?.complete, true);
  // The revision by words alone is replaced, and nobody needs it for long.
  const files = databaseFiles(one.app.store);
  await sweepStoredIndexes(one.app.store, files, undefined, { older: -1_000, unknown: 60_000 });
  assert.equal((await listUnneeded(one.app.store, { older: -1_000, unknown: 60_000 }, 10)).length, 0);
  const four = await secondServer(t, one, settings);
  assert.deepEqual(await found(four, 'proxy'), ['guide/proxy']);
});

test('what was pushed to one server is deployed by another; a folder is of who has it, and old docs of one never come back', async (t) => {
  const { one, settings } = await first(t, { work: [] });
  const two = await secondServer(t, one, settings);
  const at = '/manage/v1/organizations/default/projects';
  const made = (await ask(one, 'POST', at, { name: 'pushed', sources: [{ kind: 'pushed' }] })).body;
  const text = '# Squid\n\nThe squid is quick.\n';
  const files = [{ path: 'squid.md', sha256: hashText(text) }];
  const push = `/manage/v1/projects/${made.id}/push`;
  await ask(one, 'POST', `${push}/texts`, { texts: [text] });
  const { statusId } = (await ask(one, 'POST', push, { files })).body;
  assert.equal((await ended(two, statusId)).status, 'success');

  const kraken = (does: string) =>
    writeFile(join(one.docs, 'kraken.md'), `# Kraken\n\nThe kraken ${does}.\n`);
  const isFound = (word: string) =>
    eventually(
      () => found(two, word),
      ([first]) => first === 'kraken',
    );
  await kraken('sleeps');
  assert.equal((await update(two)).status, 'success');
  await kraken('wakes');
  const hidden = `${one.docs}-hidden`;
  // A server with the folder brings it, and goes; one without it deploys what was brought.
  const project = (await findProjectById(one.app.store, one.projectId))!;
  assert.equal(await shareFolders(one.app.sources, project), true);
  await rename(one.docs, hidden);
  assert.match((await update(two)).summary, /1 changed/);
  await isFound('wakes');
  await rename(hidden, one.docs);
  // An old image starts: its folder holds what was replaced.
  await kraken('sleeps');
  assert.equal(await shareFolders(one.app.sources, project), false);
  assert.equal((await update(two)).summary, 'Nothing has changed.');
  // Its people may still say so.
  assert.equal(await shareFolders(one.app.sources, project, { again: true }), true);
  assert.match((await update(two)).summary, /1 changed/);
  await isFound('sleeps');
});

test('a push sends the texts that changed and no others; several pushed sources stand each for itself', async (t) => {
  const { one, settings } = await first(t, { work: [] });
  const two = await secondServer(t, one, settings);
  const sources = [
    { kind: 'pushed', name: 'guide' },
    { kind: 'pushed', name: 'api', prefix: 'api' },
  ];
  const at = '/manage/v1/organizations/default/projects';
  const refused = await ask(one, 'POST', at, { name: 'x', sources: [sources[0], sources[0]] });
  assert.equal(refused.status, 400);
  const { id } = (await ask(one, 'POST', at, { name: 'several', sources })).body;
  const page = (name: string, does: string) => `# ${name}\n\nThe ${name} ${does}.\n`;
  const guide = await docsFolder({
    'a.md': page('squid', 'swims'),
    'b.md': page('whale', 'sings'),
  });
  const api = await docsFolder({ 'a.md': page('kraken', 'sleeps') });
  t.after(() => Promise.all([guide.remove(), api.remove()]));
  const sent: string[] = [];
  const client = createApiClient(two.url, one.adminKey);
  const counted: typeof client = {
    send(method, path, body) {
      if (path.endsWith('/texts')) sent.push(...(body as { texts: string[] }).texts);
      return client.send(method, path, body);
    },
  };
  const push = async (folder: string, source?: string) => {
    const statusId = await pushFolder(counted, id, folder, { confirm: false, source });
    const { status, summary } = await ended(two, statusId);
    return { status, summary, sent: sent.splice(0).toSorted() };
  };
  const paths = async () =>
    (await ask(two, 'GET', `/manage/v1/projects/${id}/index/pages`)).body.items.map(
      ({ path }: { path: string }) => path,
    );
  await assert.rejects(push(guide.path), { code: 'conflict', message: /guide, api/ });
  const early = await push(guide.path, 'guide');
  assert.equal(early.status, 'success');
  assert.match(early.summary, /1 source could not be read/);
  assert.deepEqual(await paths(), ['a', 'b']);
  assert.deepEqual(early.sent, [page('squid', 'swims'), page('whale', 'sings')]);
  assert.deepEqual(await push(api.path, 'api').then(({ status, sent: texts }) => [status, texts]), [
    'success',
    [page('kraken', 'sleeps')],
  ]);
  assert.deepEqual((await paths()).toSorted(), ['a', 'api/a', 'b']);
  await writeFile(join(guide.path, 'b.md'), page('whale', 'dives'));
  const again = await push(guide.path, 'guide');
  assert.deepEqual(again.sent, [page('whale', 'dives')]);
  assert.match(again.summary, /1 changed/);
  assert.deepEqual(await push(guide.path, 'guide').then(({ sent: texts }) => texts), []);
  assert.deepEqual((await paths()).toSorted(), ['a', 'api/a', 'b']);
});

test('a stored file that was damaged is never opened: the docs are read again instead', async (t) => {
  const { one, settings } = await first(t);
  const { store } = one.app;
  const { indexFile } = (await findCurrentDeployment(store, one.projectId))!;
  const stored = (await newestRevisions(store, [indexFile!], formatVersion)).get(indexFile!)!;
  await deleteChunks(store, stored.name);
  await addChunk(store, { name: stored.name, nth: 0, bytes: Buffer.from('damaged') });
  const two = await secondServer(t, one, settings);
  await eventually(
    () => found(two, 'proxy').catch(() => []),
    ([first]) => first === 'guide/proxy',
  );
});

const damages: Record<string, (store: Store, name: string) => Promise<unknown>> = {
  'a changed byte': async (store, name) => {
    const bytes = Buffer.from((await readChunk(store, name, 0))!);
    bytes[bytes.length >> 1]! ^= 1;
    await addChunk(store, { name, nth: 0, bytes });
  },
  'half a file': async (store, name) => {
    const bytes = (await readChunk(store, name, 0))!;
    await addChunk(store, { name, nth: 0, bytes: bytes.subarray(0, bytes.length >> 1) });
  },
  'no file': deleteChunks,
};
for (const [what, damage] of Object.entries(damages)) {
  test(`a server starts with ${what} in place of its stored index, and reads the docs again`, async (t) => {
    const { one, settings } = await first(t, { work: [] });
    const { store } = one.app;
    const { indexFile } = (await findCurrentDeployment(store, one.projectId))!;
    await damage(store, (await newestRevisions(store, [indexFile!], formatVersion)).get(indexFile!)!.name);
    const project = (await findProjectById(store, one.projectId))!;
    const two = await secondServer(t, one, settings, []);
    assert.ok((await deployAtStart(two.app, project, () => {})).pages > 0);
    assert.deepEqual(await found(two, 'proxy'), ['guide/proxy']);
  });
}

test('a server starts without the docs of a project that can be had from nowhere', async (t) => {
  const one = await startServer({ work: [] });
  t.after(() => one.close());
  const { store, indexes, indexFolder } = one.app;
  const { indexFile } = (await findCurrentDeployment(store, one.projectId))!;
  indexes.drop(one.projectId);
  await rm(join(indexFolder, indexFile!));
  await rm(one.docs, { recursive: true });
  const project = (await findProjectById(store, one.projectId))!;
  assert.equal((await deployAtStart(one.app, project, () => {})).pages, 0);
});

test('two servers that are asked at once deploy one after the other, and one request waits for both', async (t) => {
  const { one, settings } = await first(t);
  const two = await secondServer(t, one, settings);
  let most = 0;
  const over = new AbortController();
  const watching = (async () => {
    while (!over.signal.aborted) {
      const listed = await listDeployments(one.app.store, { projectId: one.projectId, limit: 50 });
      most = Math.max(most, listed.filter(({ status }) => status === 'in_progress').length);
    }
  })();
  const ids = new Set<string>();
  for (let n = 0; n < 5; n++) {
    await writeFile(join(one.docs, 'kraken.md'), `# Kraken\n\nThe kraken has ${n} arms.\n`);
    const asked = [one, two].map((server) => ask(server, 'POST', `/v1/project/update/${one.projectId}`));
    for (const { body } of await Promise.all(asked)) ids.add(body.statusId);
  }
  for (const id of ids) {
    const { status, summary } = await ended(two, id);
    assert.equal(status, 'success', summary);
  }
  over.abort();
  await watching;
  assert.equal(most, 1);
  await eventually(
    async () => Promise.all([one, two].map((server) => found(server, 'kraken').catch(() => []))),
    (paths) => paths.every(([first]) => first === 'kraken'),
  );
});

test('when a server dies in the midst of a deployment, another one ends it and deploys in its place', async (t) => {
  const { one } = await first(t, { work: [] });
  const { store } = one.app;
  const project = (await findProjectById(store, one.projectId))!;
  const died = { ...newDeployment(project, 'push', await store.now()), status: 'in_progress' } as const;
  await addDeployment(store, died);
  // The heartbeat of a server that is no more; this one may have it when it falls silent, and not before.
  const work = { kind: 'deployment', subject: project.id, projectId: project.id };
  const leaseMs = 3_000;
  const before = await store.now();
  await takeWork(store, work, { holder: 'elsewhere:1:x', leaseMs });
  await writeFile(join(one.docs, 'kraken.md'), '# Kraken\n\nThe kraken sleeps.\n');
  await one.app.start();
  const ending = await ended(one, died.id);
  assert.deepEqual([ending.status, ending.cause], ['failure', 'push']);
  assert.match(ending.summary, /It is retried once/);
  assert.ok(Date.parse(ending.endedAt!) >= before + leaseMs);
  await eventually(
    () => found(one, 'kraken'),
    ([first]) => first === 'kraken',
  );
  const listed = await listDeployments(store, { projectId: project.id, limit: 9 });
  assert.deepEqual([listed[0]?.cause, listed[0]?.status], ['recovery', 'success']);
});
