import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { closeServer, listen } from '../../src/http/listen.ts';
import { findCurrentDeployment } from '../../src/store/deployments.ts';
import { listSearchTerms } from '../../src/store/searches.ts';
import { dataFolder, docent } from '../helpers/run-docent.ts';
import { docsFolder } from '../helpers/docs-folder.ts';
import { post, startServer } from '../helpers/server.ts';

const semanticWeight = 'Which computers from Apple can run it?';

test('a deployment answers by words at once and by meaning when its vectors are there', async (t) => {
  const server = await startServer({ settings: { DOCENT_EMBEDDING_MODEL: 'minilm' } });
  t.after(() => server.close());
  let usedMeaning: string | null = null;
  const search = async (query = semanticWeight) => {
    const url = `${server.url}/discovery/v1/search/${server.domain}`;
    const response = await post(url, server.assistantKey, { query });
    usedMeaning = response.headers.get('x-docent-used-meaning');
    return (await response.json()) as { path: string; metadata: { anchor: string } }[];
  };
  const words = await search();
  assert.equal(usedMeaning, 'false');
  const progress: { done: number; total: number }[] = [];
  const embedded = server.app.revisions.now(server.projectId, (one) => void progress.push(one));
  assert.equal(
    (
      await post(`${server.url}/discovery/v1/search/${server.domain}`, server.assistantKey, {
        query: 'proxy',
      })
    ).status,
    200,
  );
  await embedded;
  assert.equal((await fetch(`${server.url}/readyz`)).status, 200);
  assert.ok(progress.length > 0 && progress.at(-1)!.done === progress.at(-1)!.total);
  assert.equal((await findCurrentDeployment(server.app.store, server.projectId))?.progress, null);
  assert.notEqual(words[0]?.metadata.anchor, 'macos');
  assert.equal((await search())[0]?.metadata.anchor, 'macos');
  assert.equal(usedMeaning, 'true');
  // By meaning, everything is somewhat like everything.
  assert.deepEqual(await search('qwertyzxcv'), []);
  const none = { projectId: server.projectId, onlyWithoutResults: true };
  const { rows } = await listSearchTerms(server.app.store, none, { limit: 9 });
  assert.ok(rows.some(({ query }) => query === 'qwertyzxcv'));
});

test('without a model that can be loaded, search goes by words and a warning says what to do', async (t) => {
  const docs = await docsFolder();
  const data = await dataFolder();
  t.after(() => Promise.all([docs.remove(), data.remove()]));
  // It says that there is no such model; where nothing answers, documents are tried again for a quarter of a minute.
  const service = createServer((_, response) => void response.writeHead(404).end());
  const url = await listen(service, { port: 0, host: '127.0.0.1' });
  t.after(() => closeServer(service, 0));
  const env = { DOCENT_EMBEDDING_MODEL: 'compatible/none', DOCENT_EMBEDDING_URL: `${url}/v1` };
  const indexed = await docent(['index', docs.path, '--data', data.path], { env });
  assert.equal(indexed.code, 0);
  assert.match(indexed.stderr, /Search is lexical only/);
  const found = await docent(['search', 'proxy', docs.path, '--data', data.path], { env });
  assert.match(found.stdout, /Configure a proxy/);
});

test('an embedding model that does not exist is a clear error', async () => {
  const { code, stderr } = await docent(['index'], { env: { DOCENT_EMBEDDING_MODEL: 'word2vec' } });
  assert.equal(code, 4);
  assert.match(stderr, /DOCENT_EMBEDDING_MODEL names no known model: word2vec/);
});
