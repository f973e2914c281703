import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { projectOf } from '../../test/helpers/deployment.ts';
import { temporaryFolder } from '../../test/helpers/repository.ts';
import { createLog } from '../lib/log.ts';
import { addSearch } from '../store/searches.ts';
import type { Embedder } from '../retrieval/embedding/embedder.ts';
import { openVectorCache } from '../retrieval/vectors/vector-cache.ts';
import { findCurrentDeployment } from '../store/deployments.ts';
import { deleteProject } from '../store/projects.ts';
import { embedIndex } from './embed-index.ts';
import { sweepIndexFiles } from './sweep-index-files.ts';

test('an index whose project is deleted while it is embedded does not come back', async (t) => {
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, 'index.md'), '# Harbour\n\nThe kraken sleeps.\n');
  const { deps, project, deploy } = await projectOf(t, [{ kind: 'folder', path: folder }]);
  await deploy();
  const { store, indexFolder, travel } = deps;
  assert.ok(await findCurrentDeployment(store, project.id));
  const vectors = await temporaryFolder(t);
  const cache = openVectorCache(join(vectors, 'vectors.sqlite'));
  t.after(() => cache.close());
  const embedder: Embedder = {
    id: 'slow',
    understands: () => true,
    async embedDocuments(texts) {
      await deleteProject(store, project);
      await sweepIndexFiles(store, indexFolder);
      return texts.map(() => Float32Array.from([1, 0]));
    },
    embedQuery: async () => Float32Array.from([1, 0]),
    ready: async () => {},
    close: async () => {},
  };
  const embedDeps = { store, indexFolder, travel, log: createLog('silent'), embedder, cache };
  const revisions: string[] = [];
  const { signal } = new AbortController();
  const onRevision = () => void revisions.push('one');
  await embedIndex(embedDeps, project.id, { onProgress: () => {}, onRevision, signal });
  assert.deepEqual(revisions, []);
  assert.deepEqual(
    (await readdir(indexFolder)).filter((name) => name.includes('sqlite')),
    [],
  );
});

test('what people ask and search for most gets its vectors first, and foreign docs get advice', async (t) => {
  const folder = await temporaryFolder(t);
  for (const name of ['anchor', 'kraken', 'lantern'])
    await writeFile(
      join(folder, `${name}.md`),
      `# Harbour\n\nHello.\n\n## Deep\n\nThe ${name} sleeps and is old, and it lies where nobody has been for as long as anyone who lives here can remember.\n`,
    );
  const { deps, project, deploy } = await projectOf(t, [{ kind: 'folder', path: folder }]);
  await deploy();
  const { store, indexFolder, travel } = deps;
  const search = { projectId: project.id, resultCount: 1, topScore: 1 };
  await addSearch(store, { ...search, id: 'sch_1', query: 'lantern' });
  const cache = openVectorCache(join(await temporaryFolder(t), 'vectors.sqlite'));
  t.after(() => cache.close());
  const embedded: string[] = [];
  const embedder: Embedder = {
    id: 'listening',
    scale: { related: 1, unrelated: 0 },
    language: 'de',
    understands: () => true,
    async embedDocuments(texts) {
      embedded.push(...texts);
      return texts.map(() => Float32Array.from([1, 0]));
    },
    embedQuery: async () => Float32Array.from([1, 0]),
    ready: async () => {},
    close: async () => {},
  };
  const embedDeps = { store, indexFolder, travel, log: createLog('silent'), embedder, cache };
  const ignore = () => {};
  const said: string[] = [];
  embedDeps.log.warn = (_, message) => void said.push(message);
  const { signal } = new AbortController();
  const how = { onProgress: ignore, onRevision: ignore, signal };
  await embedIndex(embedDeps, project.id, { ...how, only: new Set([1]) });
  assert.equal(embedded.length, 1);
  await embedIndex(embedDeps, project.id, how);
  assert.equal(embedded.length, 4);
  assert.ok(
    embedded.slice(0, 2).some((text) => text.includes('lantern')),
    embedded.join(' | '),
  );
  assert.equal(said.length, 1);
  assert.match(said[0]!, /languages that the embedding model does not know/);
});
