import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forget } from '../../src/accounts/forget-person.ts';
import { applyRetention } from '../../src/accounts/apply-retention.ts';
import { updateProject } from '../../src/store/projects.ts';
import { ask, turnOf } from '../helpers/ask.ts';
import { says } from '../helpers/model-replies.ts';
import { startModelServer } from '../helpers/model-server.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

async function withModel(
  settings: Record<string, string>,
  work: (server: TestServer, model: Awaited<ReturnType<typeof startModelServer>>) => Promise<void>,
): Promise<void> {
  const model = await startModelServer(() => says('Write to help@harbour.example. [[s1]]'));
  const url = { DOCENT_MODEL: 'compatible/m', DOCENT_MODEL_URL: `${model.url}/v1` };
  const server = await startServer({ settings: { ...url, ...settings } });
  try {
    await work(server, model);
  } finally {
    await server.close();
    await model.close();
  }
}

async function setProject(server: TestServer, settings: object): Promise<void> {
  const { app, projectId } = server;
  const { organizationId } = await app.store.db
    .selectFrom('projects')
    .select('organizationId')
    .executeTakeFirstOrThrow();
  await updateProject(app.store, { organizationId, id: projectId }, { settings });
}

const question =
  'How do I set the proxy? I am ann@mail.example, card 4111 1111 1111 1111, key sk-abcdefghijklmnop1234';

test('when the month’s credits are used up the next question is a 402, and no model is called', () =>
  withModel({ DOCENT_CREDITS_PER_MONTH: '1' }, async (server, model) => {
    assert.equal((await ask(server, 'How do I set the proxy?')).status, 200);
    const refused = await ask(server, 'How do I set the proxy?');
    assert.equal(refused.status, 402);
    assert.equal((JSON.parse(refused.body) as { code: string }).code, 'credits_exhausted');
    assert.equal(model.requests.length, 1);
  }));

test('a project may answer with excerpts then, without a model', () =>
  withModel({ DOCENT_CREDITS_PER_MONTH: '0' }, async (server, model) => {
    await setProject(server, { whenExhausted: 'excerpts' });
    const asked = await ask(server, 'How do I set the proxy address?');
    assert.match(asked.text, /^From the docs:/);
    assert.match(
      asked.text,
      /\n\n\*These are excerpts of the docs, not written by a language model\.\*\n\n---\n\n1\. /,
    );
    assert.equal(model.requests.length, 0);
    assert.equal((await turnOf(server, asked)).model, 'docent/extractive');
  }));

test('a project with overages goes on with its model', () =>
  withModel({ DOCENT_CREDITS_PER_MONTH: '0' }, async (server, model) => {
    await setProject(server, { overages: true });
    assert.equal((await ask(server, 'How do I set the proxy?')).status, 200);
    assert.equal(model.requests.length, 1);
  }));

test('what is private is masked in what is stored; the model gets it as it was written', () =>
  withModel({}, async (server, model) => {
    const turn = await turnOf(server, await ask(server, question));
    assert.equal(turn.question, 'How do I set the proxy? I am [email], card [card], key [key]');
    assert.match(turn.answer, /^Write to \[email\]/);
    assert.match(JSON.stringify(model.requests[0]?.body), /ann@mail\.example/);
  }));

test('it is masked before the model, too, when the configuration says so', () =>
  withModel({ DOCENT_MASK_BEFORE_MODEL: 'on' }, async (server, model) => {
    await ask(server, question, { context: [{ type: 'textSelection', value: 'ben@mail.example' }] });
    const prompt = JSON.stringify(model.requests[0]?.body);
    assert.doesNotMatch(prompt, /mail\.example|4111|sk-abc/);
    assert.match(prompt, /\[email\]/);
  }));

test('a conversation can be forgotten by thread and by fp', () =>
  withModel({}, async (server) => {
    const { store } = server.app;
    const [first, second] = [await ask(server, 'proxy?'), await ask(server, 'proxy?', { fp: 'ann' })];
    assert.equal(await forget(store, server.projectId, { threadId: first.threadId }), 1);
    assert.equal(await forget(store, server.projectId, { fp: 'ann' }), 1);
    for (const asked of [first, second]) await assert.rejects(turnOf(server, asked));
    await assert.rejects(forget(store, server.projectId, { threadId: first.threadId }), /no such thread/);
  }));

test('what nobody has used for the days of the retention is deleted, and nothing younger', () =>
  withModel({}, async (server) => {
    const { store } = server.app;
    const [old, young] = [await ask(server, 'proxy?'), await ask(server, 'proxy?')];
    await store.db
      .updateTable('threads')
      .set({ updatedAt: Date.now() - 31 * 24 * 3600_000 })
      .where('id', '=', old.threadId)
      .execute();
    assert.equal(await applyRetention(store, 30), 1);
    await assert.rejects(turnOf(server, old));
    await turnOf(server, young);
  }));
