import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { projectOf } from '../../test/helpers/deployment.ts';
import { commitFiles, temporaryFolder } from '../../test/helpers/repository.ts';
import { contentHash } from '../retrieval/content-hash.ts';
import { readIndexInfo } from '../retrieval/index-file.ts';
import { formatVersion } from '../retrieval/index-schema.ts';
import { indexedFiles } from '../retrieval/indexed-files.ts';
import { addDeployment, findCurrentDeployment, updateDeployment } from '../store/deployments.ts';
import { findProjectById } from '../store/projects.ts';
import type { ProjectSource } from '../store/project-sources.ts';
import { deploy, runDeployment } from './deploy.ts';
import { newDeployment } from './request-deployment.ts';
import { rebuildIndex } from './rebuild-index.ts';
import { rollBack } from './roll-back.ts';

const page = (word: string) => `# Harbour\n\nThe harbour is guarded by a ${word}.\n`;

/** A project that was deployed at `kraken`, whose sources have moved on to `squid`. */
async function scene(t: TestContext, kind: 'git' | 'folder') {
  const folder = await temporaryFolder(t);
  const origin = join(folder, 'docs.git');
  const put = async (word: string): Promise<void> => {
    if (kind === 'git') await commitFiles(origin, { 'index.md': page(word) });
    else await writeFile(join(folder, 'index.md'), page(word));
  };
  const source: ProjectSource =
    kind === 'git' ? { kind, url: `file://${origin}`, trusted: true } : { kind, path: folder };
  const { deps, project, ...rest } = await projectOf(t, [source]);
  await put('kraken');
  await deploy(deps, project);
  const first = (await findCurrentDeployment(deps.store, project.id))!;
  const file = join(deps.indexFolder, first.indexFile!);
  await put('squid');
  const current = async () => (await findProjectById(deps.store, project.id))!.currentDeploymentId;
  const pinned = { ...project, settings: { pinned: true } };
  /** Removes the files, as on a server that never had these docs. */
  const lose = () => Promise.all([rm(file), rm(deps.sources.sourceFolder, { recursive: true, force: true })]);
  return { ...rest, deps, project, pinned, first, file, put, current, lose };
}

/** Changes an index file into one of an earlier version. */
function age(file: string): void {
  const database = new DatabaseSync(file);
  database.exec(`PRAGMA user_version = ${formatVersion - 1}`);
  database.close();
}

test('a server without the file of a deployment builds it from the commit of that deployment, not the newest', async (t) => {
  const { deps, project, first, lose, pages } = await scene(t, 'git');
  await lose();
  assert.equal(await rebuildIndex(deps, project, first), true);
  assert.match(JSON.stringify([...(await pages())]), /kraken/);
});

test('a damaged file is built from its sources, with nothing of other files that may be damaged, too', async (t) => {
  const { deps, project, file, pages } = await scene(t, 'git');
  await deploy(deps, project);
  const second = (await findCurrentDeployment(deps.store, project.id))!;
  for (const each of [file, join(deps.indexFolder, second.indexFile!)])
    await writeFile(each, (await readFile(each)).fill(0xff, 8192));
  assert.equal(await rebuildIndex(deps, project, second, { fromSourcesAlone: true }), true);
  assert.match(JSON.stringify([...(await pages())]), /squid/);
});

test('docs that are not those of the deployment never take its name, and nothing is left of them', async (t) => {
  const { deps, project, first, lose, put, file } = await scene(t, 'folder');
  await lose();
  assert.equal(await rebuildIndex(deps, project, first), false);
  assert.deepEqual(await readdir(deps.indexFolder), []);
  await put('kraken');
  assert.equal(await rebuildIndex(deps, project, first), true);
  assert.ok(existsSync(file));
});

test('a roll-back to docs whose file is not here builds them at their commit', async (t) => {
  const { deps, project, first, lose, pages } = await scene(t, 'git');
  await deploy(deps, project);
  await lose();
  const restored = await rollBack(deps, project, { to: first.id });
  assert.equal(restored.restoredFrom, first.id);
  assert.match(JSON.stringify([...(await pages())]), /kraken/);
});

test('a roll-back to docs that no source holds any more is refused, and nothing changes', async (t) => {
  const { deps, project, first, lose, current } = await scene(t, 'folder');
  await deploy(deps, project);
  await lose();
  const before = await current();
  await assert.rejects(rollBack(deps, project, { to: first.id, pin: true }), /not kept/);
  assert.equal(await current(), before);
});

test('a pinned project gets its own docs back in the index format of today, and never the newest', async (t) => {
  const { deps, pinned, first, file, current, pages } = await scene(t, 'git');
  age(file);
  await deploy(deps, pinned);
  assert.equal(readIndexInfo(file).pages, 1);
  assert.match(JSON.stringify([...(await pages())]), /kraken/);
  assert.equal(await current(), first.id);
});

test('pinned docs of a folder come back when they are the same, and are told by their hash of an earlier format', async (t) => {
  const { deps, pinned, project, first, file, put, current } = await scene(t, 'folder');
  const hashes = new Map(indexedFiles(file).map(({ path, hash }) => [path, hash]));
  const database = new DatabaseSync(file, { readOnly: true });
  const guidance = String(database.prepare("SELECT value FROM meta WHERE key = 'guidance'").get()!['value']);
  database.close();
  assert.match(guidance, /"instructions":""/);
  assert.equal(contentHash(hashes, guidance), first.contentHash);
  const earlier = { ...first, contentHash: contentHash(hashes, guidance, formatVersion - 1) };
  age(file);
  assert.equal(await rebuildIndex(deps, project, earlier), false);
  await assert.rejects(deploy(deps, pinned), /pinned to docs that its sources no longer contain/);
  assert.equal(await current(), first.id);
  await put('kraken');
  assert.equal(await rebuildIndex(deps, project, earlier), true);
});

test('a deployment that was asked for before the project was pinned ends without effect', async (t) => {
  const { deps, pinned, first, current, deployments } = await scene(t, 'git');
  const deployment = newDeployment(pinned, 'request', Date.now() + 1);
  await addDeployment(deps.store, deployment);
  await updateDeployment(deps.store, deployment, { status: 'in_progress' });
  await runDeployment({
    deps,
    project: pinned,
    fence: { id: 1, attempt: 1 },
    deployment,
    cause: 'request',
    confirmed: false,
    onProgress() {},
    signal: new AbortController().signal,
  });
  const [ended] = await deployments();
  assert.deepEqual([ended?.id, ended?.status], [deployment.id, 'failure']);
  assert.match(ended!.summary, /pinned/);
  assert.ok(ended!.endedAt !== null);
  assert.equal(await current(), first.id);
});
