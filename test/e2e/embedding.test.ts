import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { ask as manage, found, update } from '../helpers/deployments.ts';
import { eventually } from '../helpers/eventually.ts';
import { scriptedUsage } from '../helpers/model-dialects.ts';
import { refuses, says } from '../helpers/model-replies.ts';
import { type ModelRequest, startModelServer } from '../helpers/model-server.ts';
import { findCurrentDeployment } from '../../src/store/deployments.ts';
import { listSearchTerms } from '../../src/store/searches.ts';
import { dataFolder, docent } from '../helpers/run-docent.ts';
import { docsFolder } from '../helpers/docs-folder.ts';
import { post, startServer } from '../helpers/server.ts';

const semanticWeight = 'Which computers from Apple can run it?';

test('a deployment answers by words at once and by meaning when its vectors are there', async (t) => {
  const server = await startServer({ settings: { DOCENT_EMBEDDING_MODEL: 'minilm' } });
  t.after(() => server.close());
  const search = async (query = semanticWeight) => {
    const url = `${server.url}/discovery/v1/search/${server.domain}`;
    const response = await post(url, server.assistantKey, { query });
    return (await response.json()) as { path: string; metadata: { anchor: string } }[];
  };
  const words = await search();
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
  const env = { DOCENT_EMBEDDING_MODEL: 'compatible/none', DOCENT_EMBEDDING_URL: 'http://127.0.0.1:9/v1' };
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

/** What the model was shown of sections; null for a call about something else. */
function shownSections(request: ModelRequest): { number: number; text: string }[] | null {
  const { content } = request.body.messages.at(-1);
  const text = typeof content === 'string' ? content : content[0].text;
  return text.startsWith('{"page"') ? JSON.parse(text).sections : null;
}

test('a language model expands sections once its price is seen and allowed, and each text is paid for once', async (t) => {
  let away = false;
  const model = await startModelServer((request, call) => {
    if (away) return refuses(400);
    // The first try of the first call: it is made again.
    if (call === 1) return refuses(503, { 'retry-after': '0' });
    const sections = shownSections(request)!;
    const lines = sections.map(({ number, text }) =>
      JSON.stringify({
        number,
        context: 'About a firewall.',
        questions: [text.includes('CONNECT') ? 'How do I tunnel traffic?' : 'Who may enter?'],
      }),
    );
    return says(...lines.map((line) => `${line}\n`));
  });
  t.after(() => model.close());
  const writer = { DOCENT_MODEL: 'compatible/writer', DOCENT_MODEL_URL: `${model.url}/v1` };
  const prices = JSON.stringify({ 'compatible/writer': { input: 1_000, output: 10_000 } });
  const server = await startServer({ settings: { ...writer, DOCENT_MODEL_PRICES: prices } });
  t.after(() => server.close());
  const path = `/manage/v1/projects/${server.projectId}/expansion`;
  const read = async () => (await manage(server, 'GET', path)).body;
  const untilExpanded = (sections: number) => eventually(read, ({ expanded }) => expanded === sections);
  const sent = () => model.requests.flatMap((request) => shownSections(request) ?? []);

  const before = await read();
  assert.deepEqual([before.model, before.maxDollars, before.expanded], ['compatible/writer', null, 0]);
  assert.equal(before.missing, before.sections);
  assert.ok(before.estimate.inputTokens > 0 && before.estimate.outputTokens > 0);
  const { inputTokens, outputTokens, dollars } = before.estimate;
  assert.equal(dollars, (inputTokens * 1_000 + outputTokens * 10_000) / 1e6);
  const tooLittle = await manage(server, 'POST', path, { maxDollars: dollars / 2 });
  assert.deepEqual([tooLittle.status, tooLittle.body.code], [409, 'conflict']);
  assert.match(tooLittle.body.error, /Allow at least \$/);
  const tooMuch = await manage(server, 'POST', path, { maxDollars: 11 });
  assert.deepEqual([tooMuch.status, tooMuch.body.code], [400, 'invalid_request']);
  assert.deepEqual(await found(server, 'tunnel traffic'), []);
  assert.equal(model.requests.length, 0, 'nothing is sent before it is allowed');

  const allowed = await manage(server, 'POST', path, { maxDollars: 10 });
  assert.deepEqual([allowed.status, allowed.body.maxDollars], [200, 10]);
  const after = await untilExpanded(before.sections);
  assert.deepEqual(
    await eventually(
      () => found(server, 'tunnel traffic'),
      (paths) => paths.length > 0,
    ),
    ['guide/proxy'],
  );
  const calls = model.requests.length - 1;
  const spent = (calls * (scriptedUsage.input * 1_000 + scriptedUsage.output * 10_000)) / 1e6;
  assert.equal(after.spentDollars, spent);
  const usage = await server.app.store.db.selectFrom('usageDays').selectAll().executeTakeFirstOrThrow();
  assert.deepEqual([usage.costMicros, usage.answered], [spent * 1e6, 0]);
  const url = `${server.url}/discovery/v1/search/${server.domain}`;
  const shown = await (await post(url, server.assistantKey, { query: 'tunnel traffic' })).text();
  assert.doesNotMatch(shown, /How do I tunnel|firewall/);

  // A new deployment pays for what is new, and stays plain where the model does not answer.
  const known = model.requests.length;
  await writeFile(
    join(server.docs, 'guide/gate.md'),
    '# The gate\n\nThe gate of the harbour opens at six in the morning and closes when the last of the boats is in.\n',
  );
  await update(server);
  await untilExpanded(before.sections + 1);
  assert.deepEqual([model.requests.length, sent().length], [known + 1, before.sections + 2]);
  away = true;
  await writeFile(
    join(server.docs, 'guide/gate.md'),
    '# The gate\n\nThe gate of the harbour never opens for those who come by bicycle, by cart, or with a drawn sword.\n',
  );
  await update(server);
  await eventually(
    () => model.requests.length,
    (made) => made === known + 2,
  );
  assert.deepEqual(await found(server, 'bicycle'), ['guide/gate']);
  assert.deepEqual(await found(server, 'tunnel traffic'), ['guide/proxy']);

  assert.equal((await manage(server, 'DELETE', path)).status, 204);
  await eventually(
    () => found(server, 'tunnel traffic'),
    (paths) => paths.length === 0,
  );
  assert.equal((await read()).maxDollars, null);
});
