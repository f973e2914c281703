import assert from 'node:assert/strict';
import { readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { seedProject, someDeployment } from '../../test/contract/store-seed.ts';
import { makePage } from '../../test/helpers/make-page.ts';
import { openTestStore } from '../../test/helpers/open-test-store.ts';
import { temporaryFolder } from '../../test/helpers/repository.ts';
import { buildIndex } from '../retrieval/build-index.ts';
import { addDeployment, switchDeployment } from '../store/deployments.ts';
import { findProjectById, type Project } from '../store/projects.ts';
import { createLiveIndexes, type LiveIndexOptions } from './live-indexes.ts';

async function scene(t: TestContext, options?: LiveIndexOptions) {
  const store = await openTestStore(t);
  const folder = await temporaryFolder(t);
  const { id } = await seedProject(store, 'mine');
  const indexes = createLiveIndexes(store, folder, options);
  t.after(() => indexes.close());
  const build = (file: string, ...paths: string[]) =>
    buildIndex(
      join(folder, file),
      paths.map((path) => makePage(path, `# ${path}\n\nAbout ${path}.`)),
    );
  return {
    folder,
    indexes,
    build,
    async deploy(createdAt: number) {
      const deployment = someDeployment((await findProjectById(store, id))!, {
        status: 'in_progress',
        createdAt,
      });
      const indexFile = `${deployment.id}.sqlite`;
      await addDeployment(store, deployment);
      await switchDeployment(store, deployment, { indexFile, endedAt: createdAt });
      return indexFile;
    },
    async lease() {
      return indexes.lease((await findProjectById(store, id))!);
    },
  };
}

test('a file that another process put in the place of the current one is noticed; who has the old one keeps it', async (t) => {
  const { build, deploy, lease } = await scene(t);
  const file = await deploy(1);
  await build(file, 'one');
  await using before = await lease();
  assert.equal(before.index.info.pages, 1);
  await build(file, 'one', 'two');
  const now = performance.now();
  t.mock.method(performance, 'now', () => now + 10_000);
  await using after = await lease();
  assert.equal(after.index.info.pages, 2);
  assert.equal(after.deployment.id, before.deployment.id);
  assert.ok(before.index.page('one'));
  assert.equal(before.index.page('two'), undefined);
});

test('while the file of the current deployment is not here, the one before answers and the file is asked for', async (t) => {
  const missing: string[] = [];
  const { build, deploy, lease } = await scene(t, { onMissing: (id) => void missing.push(id) });
  await assert.rejects(lease(), { code: 'not_ready' });
  await build(await deploy(1), 'one');
  await using first = await lease();
  const next = await deploy(2);
  await using meanwhile = await lease();
  assert.equal(meanwhile.deployment.id, first.deployment.id);
  assert.equal(missing.length, 1);
  await build(next, 'one', 'two');
  await using last = await lease();
  assert.equal(last.index.info.pages, 2);
});

test('a lent index works to its end, though it was replaced and its file deleted', async (t) => {
  const { folder, build, deploy, lease } = await scene(t);
  const file = await deploy(1);
  await build(file, 'one');
  const lent = await lease();
  await build(await deploy(2), 'two');
  await using next = await lease();
  await rm(join(folder, file));
  assert.ok(lent.index.page('one') && next.index.page('two'));
  await lent[Symbol.asyncDispose]();
  assert.throws(() => lent.index.sections('one'), 'whoever was last closes it');
});

test('an index without vectors is told when it is opened', async (t) => {
  const opened: string[] = [];
  const { build, deploy, lease } = await scene(t, { onWithoutVectors: (id) => void opened.push(id) });
  await build(await deploy(1), 'one');
  await (await lease())[Symbol.asyncDispose]();
  await (await lease())[Symbol.asyncDispose]();
  assert.equal(opened.length, 1);
});

test('the index that was longest not asked for is closed, and opened again when it is', async (t) => {
  const store = await openTestStore(t);
  const folder = await temporaryFolder(t);
  const indexes = createLiveIndexes(store, folder, { max: { files: 2, bytes: 1e9 } });
  t.after(() => indexes.close());
  const projects: Project[] = [];
  for (const name of ['one', 'two', 'three']) {
    const { id } = await seedProject(store, name);
    const deployment = someDeployment((await findProjectById(store, id))!, { status: 'in_progress' });
    await addDeployment(store, deployment);
    await buildIndex(join(folder, `${deployment.id}.sqlite`), [makePage(name, `# ${name}`)]);
    await switchDeployment(store, deployment, { indexFile: `${deployment.id}.sqlite`, endedAt: 1 });
    projects.push((await findProjectById(store, id))!);
  }
  const [one, two, three] = projects as [Project, Project, Project];
  const lent = await indexes.lease(one);
  await indexes.warm(two);
  await indexes.warm(one);
  await indexes.warm(three);
  assert.deepEqual([...indexes.open().keys()], [one.id, three.id]);
  await indexes.warm(two);
  assert.deepEqual([...indexes.open().keys()], [three.id, two.id]);
  assert.ok(lent.index.page('one'), 'who has it keeps it');
  await lent[Symbol.asyncDispose]();
  assert.throws(() => lent.index.sections('one'), 'and who is last closes it');
});

test('a file that is not here is brought for the first who asks', async (t) => {
  const brought: string[] = [];
  const { build, deploy, lease } = await scene(t, {
    bring: async (file) => {
      brought.push(file);
      await build(file, 'one');
    },
  });
  const file = await deploy(1);
  await using lent = await lease();
  assert.equal(lent.index.info.pages, 1);
  assert.deepEqual(brought, [file]);
});

test('whoever waits too long for a file from a silent place is asked to come again, and it is fetched meanwhile', async (t) => {
  const missing: string[] = [];
  const { deploy, lease } = await scene(t, {
    bring: () => {
      setImmediate(() => t.mock.timers.tick(60_000));
      return new Promise(() => {});
    },
    onMissing: (_, file) => void missing.push(file),
  });
  const file = await deploy(1);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  await assert.rejects(lease(), { code: 'not_ready', headers: { 'retry-after': '5' } });
  assert.deepEqual(missing, [file]);
});

test('an open file in which bytes have changed is told once, and answers what it can', async (t) => {
  const damaged: string[] = [];
  const { folder, indexes, build, deploy, lease } = await scene(t, {
    onDamaged: (_, file) => void damaged.push(file),
  });
  const file = await deploy(1);
  await build(file, 'one');
  await using docs = await lease();
  const bytes = await readFile(join(folder, file));
  await writeFile(join(folder, file), bytes.fill(0xff, 4096));
  assert.throws(() => docs.index.inDocsWords('a qeustion'), { code: 'not_ready' });
  for (let nth = 0; nth < 2; nth++) assert.throws(() => docs.index.page('one'), { code: 'not_ready' });
  await assert.rejects(docs.index.search({ text: 'one', limit: 1 }), { code: 'not_ready' });
  assert.deepEqual(damaged, [file]);
  assert.equal(indexes.anyWhole(), false);
});

test('an open file that was cut off is asked for again', async (t) => {
  const damaged: string[] = [];
  const { folder, build, deploy, lease } = await scene(t, {
    onDamaged: (_, file) => void damaged.push(file),
  });
  const file = await deploy(1);
  await build(file, 'one');
  await (await lease())[Symbol.asyncDispose]();
  await truncate(join(folder, file), 4096);
  const now = performance.now();
  t.mock.method(performance, 'now', () => now + 10_000);
  await (await lease())[Symbol.asyncDispose]();
  assert.deepEqual(damaged, [file]);
});
