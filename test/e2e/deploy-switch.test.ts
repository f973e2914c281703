// What is under way when docs change hands: answers, and deployments whose process dies.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { findCurrentDeployment } from '../../src/store/deployments.ts';
import { findProjectById } from '../../src/store/projects.ts';
import { ask as askAssistant } from '../helpers/ask.ts';
import { ask, ended, found, update } from '../helpers/deployments.ts';
import { eventually } from '../helpers/eventually.ts';
import { docsFolder } from '../helpers/docs-folder.ts';
import { dataFolder, docent, serve } from '../helpers/run-docent.ts';
import { finishPart, scriptedModel, textAnswer } from '../helpers/scripted-model.ts';
import { startServer } from '../helpers/server.ts';

test('an answer finishes on the docs that it began with, though their index is long collected', async (t) => {
  const [asked, changed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const model = scriptedModel(async function* (_, call) {
    if (call > 1) return yield* textAnswer('It sleeps.');
    asked.resolve();
    await changed.promise;
    const input = JSON.stringify({ path: 'kraken' });
    yield { type: 'tool-call', toolCallId: 'c1', toolName: 'read_page', input };
    yield finishPart('tool-calls');
  });
  const server = await startServer({
    docs: { 'kraken.md': '# Kraken\n\nThe kraken has eight arms.\n' },
    model,
  });
  t.after(() => server.close());
  const first = (await findCurrentDeployment(server.app.store, server.projectId))!;
  const answer = askAssistant(server, 'How many arms has the kraken?');
  await asked.promise;
  for (let arms = 9; arms < 15; arms++) {
    await writeFile(join(server.docs, 'kraken.md'), `# Kraken\n\nThe kraken has ${arms} arms.\n`);
    assert.equal((await update(server)).status, 'success');
  }
  assert.ok(!existsSync(join(server.app.indexFolder, first.indexFile!)));
  changed.resolve();
  await answer;
  assert.match(JSON.stringify(model.calls[1]!.prompt), /eight arms/);
  await askAssistant(server, 'How many arms has the kraken?');
  assert.match(JSON.stringify(model.calls[2]!.prompt), /14 arms/);
});

test('questions are answered all the while that docs are switched, each from whole docs', async (t) => {
  const pages = (word: string) =>
    Object.fromEntries(
      Array.from({ length: 20 }, (_, n) => [`page-${n}.md`, `# Page ${n}\n\nThe word is ${word}.\n`]),
    );
  const server = await startServer({ docs: pages('alpha') });
  t.after(() => server.close());
  const over = new AbortController();
  const search = async () => {
    const seen = new Set<string>();
    while (!over.signal.aborted) {
      const { url, domain, assistantKey } = server;
      const response = await fetch(`${url}/discovery/v1/search/${domain}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${assistantKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ query: 'the word', pageSize: 20 }),
      });
      assert.equal(response.status, 200);
      const results = (await response.json()) as { content: string }[];
      const words = new Set(results.map(({ content }) => /The word is (\w+)/.exec(content)?.[1]));
      assert.equal(words.size, 1, `a mixture of ${[...words].join(' and ')}`);
      seen.add([...words][0]!);
      // Searches without a pause would leave little time to those who deploy.
      await sleep(5);
    }
    return seen;
  };
  const searching = Promise.all([search(), search()]);
  for (const word of ['beta', 'gamma', 'delta']) {
    for (const [file, text] of Object.entries(pages(word))) await writeFile(join(server.docs, file), text);
    assert.equal((await update(server)).status, 'success');
  }
  over.abort();
  for (const seen of await searching) assert.ok(seen.has('alpha') && seen.size >= 3, [...seen].join());
});

test('a damaged index is built again by itself, also when the docs have changed meanwhile; until then /readyz says so', async (t) => {
  const docs = { 'kraken.md': '# Kraken\n\nThe kraken sleeps.\n' };
  const server = await startServer({ docs, settings: { DOCENT_WATCH: 'off', DOCENT_POLL_MINUTES: '0' } });
  t.after(() => server.close());
  const ready = async () => (await fetch(`${server.url}/readyz`)).status;
  for (const word of ['kraken', 'squid']) {
    if (word === 'squid') await writeFile(join(server.docs, 'squid.md'), '# Squid\n\nThe squid is quick.\n');
    const { indexFile } = (await findCurrentDeployment(server.app.store, server.projectId))!;
    const path = join(server.app.indexFolder, indexFile!);
    const bytes = await readFile(path);
    await writeFile(path, bytes.fill(0xff, 8192));
    await using docs = await server.app.indexes.lease(
      (await findProjectById(server.app.store, server.projectId))!,
    );
    // What nobody has read yet: the rest may still be in memory.
    assert.throws(() => docs.index.source('kraken'), { code: 'not_ready' });
    assert.equal(await ready(), 503);
    await eventually(
      () => found(server, word).catch(() => []),
      ([first]) => first === word,
    );
    assert.equal(await ready(), 200);
  }
});

test('a server that is killed while it deploys leaves the last docs, ends the deployment as failed and tries again', async (t) => {
  const docs = await docsFolder({ 'index.md': '# Harbour\n\nThe lighthouse is green.\n' });
  const data = await dataFolder();
  t.after(() => Promise.all([docs.remove(), data.remove()]));
  const start = () =>
    serve([docs.path, '--data', data.path], { env: { DOCENT_WATCH: 'off', DOCENT_POLL_MINUTES: '0' } });
  const killed = await start();
  const keys = killed.ready;
  const many = Array.from(
    { length: 600 },
    (_, n) => `# Page ${n}\n\n${`It is about subject${n}. `.repeat(50)}\n`,
  );
  for (const [n, text] of many.entries()) await writeFile(join(docs.path, `page-${n}.md`), text);
  const { body } = await ask(keys, 'POST', `/v1/project/update/${keys.projectId}`);
  const status = async () => (await ask(keys, 'GET', `/v1/project/update-status/${body.statusId}`)).body;
  await eventually(status, ({ status, progress }) => status !== 'queued' && progress !== null);
  killed.child.kill('SIGKILL');
  await killed.exit;
  const indexes = join(data.path, 'indexes');
  assert.ok(
    (await readdir(indexes)).some((file) => file.endsWith('.building')),
    'it was in the midst of it',
  );

  const again = await start();
  t.after(async () => {
    again.child.kill('SIGTERM');
    await again.exit;
  });
  const server = { ...again.ready, assistantKey: keys.assistantKey!, adminKey: keys.adminKey! };
  const left = await ended(server, body.statusId);
  assert.equal(left.status, 'failure');
  assert.match(left.summary, /^The server stopped before the deployment ended\. It is retried once\.$/);
  assert.equal((await found(server, 'subject77'))[0], 'page-77');
  const list = await eventually(
    async () => (await ask(server, 'GET', `/manage/v1/projects/${server.projectId}/deployments`)).body.items,
    (items: { status: string }[]) =>
      items.every(({ status }) => status === 'failure' || status === 'success'),
  );
  assert.deepEqual(
    list.filter(({ cause }: any) => cause === 'recovery').map(({ status }: any) => status),
    ['success'],
  );
  assert.deepEqual(
    (await readdir(indexes)).filter((file) => file.endsWith('.building')),
    [],
  );
});

test('a folder that is served is deployed as a file is saved, and the command line deploys while it is', async (t) => {
  const docs = await docsFolder({ 'index.md': '# Harbour\n\nThe lighthouse is green.\n' });
  const data = await dataFolder();
  const server = await serve([docs.path, '--data', data.path]);
  t.after(async () => {
    server.child.kill('SIGTERM');
    await server.exit;
    await Promise.all([docs.remove(), data.remove()]);
  });
  const { assistantKey = '', adminKey = '', ...ready } = server.ready;
  const served = { ...ready, assistantKey, adminKey };
  await writeFile(join(docs.path, 'kraken.md'), '# Kraken\n\nThe kraken sleeps.\n');
  await eventually(
    () => found(served, 'kraken'),
    ([first]) => first === 'kraken',
  );
  const run = await docent(['deploy', '--data', data.path, '--json']);
  assert.equal(run.code, 0, run.stderr);
  assert.equal(JSON.parse(run.stdout).status, 'success');
  const remote = { DOCENT_URL: ready.url, DOCENT_KEY: adminKey };
  const far = await docent(['deploy', ready.domain], { env: remote });
  assert.deepEqual([far.code, far.stdout], [0, 'Nothing has changed.\n']);
  const back = await docent(['rollback', '--pin'], { env: remote });
  assert.match(back.stdout, /^Went back to the docs of .*, to stay there\.\n$/);
  assert.deepEqual(await found(served, 'kraken'), []);
  const refused = await docent(['deploy'], { env: remote });
  assert.equal(refused.code, 4);
  assert.match(refused.stderr, /pinned/);
  assert.equal((await docent(['deploy', 'unknown'], { env: remote })).code, 3);
  assert.equal((await docent(['deploy'], { env: { ...remote, DOCENT_KEY: '' } })).code, 2);
  assert.equal((await docent(['deploy'], { env: { ...remote, DOCENT_URL: 'http://127.0.0.1:9' } })).code, 4);
});
