import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { ask as manage, found, update } from '../helpers/deployments.ts';
import { eventually } from '../helpers/eventually.ts';
import { scriptedUsage } from '../helpers/model-dialects.ts';
import { answered, refuses, type Reply, says } from '../helpers/model-replies.ts';
import { type ModelRequest, startModelServer } from '../helpers/model-server.ts';
import { readBudget } from '../../src/deployments/expansion-plan.ts';
import { measureExpansion } from '../../src/deployments/measure-expansion.ts';
import { listExpansions } from '../../src/store/expansions.ts';
import { addProject, findProjectById } from '../../src/store/projects.ts';
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
  let odd: Reply | null = null;
  const released = Promise.withResolvers<void>();
  const model = await startModelServer((request, call) => {
    if (odd !== null) return odd;
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
    const text = async function* () {
      await released.promise;
      yield `Here they are:\n[${lines.join(', ')}]`;
    };
    return answered({ text: text() });
  });
  t.after(() => model.close());
  const writer = { DOCENT_MODEL: 'compatible/writer', DOCENT_MODEL_URL: `${model.url}/v1` };
  const prices = JSON.stringify({ 'compatible/writer': { input: 100, output: 1_000 } });
  const server = await startServer({ settings: { ...writer, DOCENT_MODEL_PRICES: prices } });
  t.after(() => server.close());
  const path = `/manage/v1/projects/${server.projectId}/expansion`;
  const read = async () => (await manage(server, 'GET', path)).body;
  const untilExpanded = (sections: number) => eventually(read, ({ expanded }) => expanded === sections);
  const sent = () => model.requests.flatMap((request) => shownSections(request) ?? []);

  for (let n = 1; n <= 6; n++)
    await writeFile(
      join(server.docs, `guide/berth-${n}.md`),
      `# Berth ${n}\n\nBerth ${n} is for boats of up to ${n} tons, which have to be gone before the ferry comes in at noon.\n`,
    );
  await update(server);
  const before = await read();
  assert.deepEqual([before.model, before.maxDollars, before.expanded], ['compatible/writer', null, 0]);
  assert.equal(before.missing, before.sections);
  assert.ok(before.estimate.inputTokens > 0 && before.estimate.outputTokens > 0);
  const { inputTokens, outputTokens, dollars } = before.estimate;
  assert.equal(dollars, (inputTokens * 100 + outputTokens * 1_000) / 1e6);
  const tooLittle = await manage(server, 'POST', path, { maxDollars: dollars / 2 });
  assert.deepEqual([tooLittle.status, tooLittle.body.code], [409, 'conflict']);
  assert.match(tooLittle.body.error, /Allow at least \$/);
  const tooMuch = await manage(server, 'POST', path, { maxDollars: 11 });
  assert.deepEqual([tooMuch.status, tooMuch.body.code], [400, 'invalid_request']);
  assert.deepEqual(await found(server, 'tunnel traffic'), []);
  assert.equal(model.requests.length, 0, 'nothing is sent before it is allowed');

  // Switching it off, too, ends the spending of a run that is under way: only calls in flight are paid.
  const { store, expander } = server.app;
  const untilEnded = () =>
    eventually(
      () => findCurrentDeployment(store, server.projectId),
      (live) => live!.steps.some(({ name, endedAt }) => name === 'expanding' && endedAt !== null),
    );
  const callCost = (scriptedUsage.input * 100 + scriptedUsage.output * 1_000) / 1e6;
  await manage(server, 'POST', path, { maxDollars: 10 });
  await eventually(
    () => model.requests.length,
    (made) => made === 5,
  );
  assert.equal((await manage(server, 'DELETE', path)).status, 204);
  released.resolve();
  await untilEnded();
  const ended = await read();
  assert.deepEqual([model.requests.length, ended.maxDollars, ended.spentDollars], [5, null, 4 * callCost]);
  assert.ok(ended.missing > 0);

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
  const spent = calls * callCost;
  assert.ok(Math.abs(after.spentDollars - spent) < 1e-9);
  const usage = await server.app.store.db.selectFrom('usageDays').selectAll().executeTakeFirstOrThrow();
  assert.deepEqual([usage.costMicros, usage.answered], [Math.round(spent * 1e6), 0]);
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
  const texts = new Set(sent().map(({ text }) => text));
  assert.deepEqual([model.requests.length, texts.size], [known + 1, before.sections + 1]);
  odd = refuses(400);
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

  // A refusal costs nothing; a reply that cannot be read is paid, and is not taken for the answer.
  await untilEnded();
  const micros = async () => Math.round((await read()).spentDollars * 1e6);
  let paid = await micros();
  assert.equal(paid, Math.round((calls + 1) * callCost * 1e6));
  for (const reply of [says('I would rather not.'), answered({ end: { finish: 'content_filter' } })]) {
    odd = reply;
    await server.app.revisions.now(server.projectId);
    assert.deepEqual([(await read()).missing, await micros()], [1, paid + Math.round(callCost * 1e6)]);
    paid += Math.round(callCost * 1e6);
  }
  odd = null;
  await server.app.revisions.now(server.projectId);
  assert.equal((await read()).missing, 0);

  // The server's limit is kept to when it was lowered after a project's budget, and what nothing changed is not read again.
  const project = (await findProjectById(store, server.projectId))!;
  const lowered = { ...expander!, maxDollars: 2 };
  assert.equal((await readBudget(store, lowered, project)).maxMicros, 2_000_000);
  const live = (await findCurrentDeployment(store, project.id))!;
  const measure = () => measureExpansion(store, join(server.app.indexFolder, live.indexFile!), project.id);
  assert.equal(await measure(), await measure());

  // Its project's old expansions are not for a preview to forget.
  const old = { projectId: project.id, hash: 'old', context: 'Old.', questions: '', costMicros: 0, tries: 0, createdAt: 1 }; // prettier-ignore
  await store.db.insertInto('expansions').values(old).execute();
  const preview = { ...project, id: 'prj_preview', domain: 'preview', preview: { of: project.id, branch: 'b', expiresAt: 9e12 } }; // prettier-ignore
  const row = await store.db.selectFrom('deployments').selectAll().where('id', '=', live.id).executeTakeFirstOrThrow(); // prettier-ignore
  await addProject(store, { ...preview, currentDeploymentId: null });
  await store.db.insertInto('deployments').values({ ...row, id: 'dep_preview', projectId: preview.id }).execute(); // prettier-ignore
  await store.db.updateTable('projects').set({ currentDeploymentId: 'dep_preview' }).where('id', '=', preview.id).execute(); // prettier-ignore
  const isKept = async () => (await listExpansions(store, project.id)).has('old');
  const loseOne = async () => {
    const { hash } = await store.db.selectFrom('expansions').select('hash').where('hash', '!=', 'old').executeTakeFirstOrThrow(); // prettier-ignore
    await store.db.deleteFrom('expansions').where('hash', '=', hash).execute();
  };
  await loseOne();
  await server.app.revisions.now(preview.id);
  assert.deepEqual([(await read()).missing, await isKept()], [0, true]);
  await loseOne();
  await server.app.revisions.now(project.id);
  assert.deepEqual([(await read()).missing, await isKept()], [0, false]);
  assert.deepEqual(await found(server, 'tunnel traffic'), ['guide/proxy']);

  assert.equal((await manage(server, 'DELETE', path)).status, 204);
  await eventually(
    () => found(server, 'tunnel traffic'),
    (paths) => paths.length === 0,
  );
  assert.equal((await read()).maxDollars, null);
});
