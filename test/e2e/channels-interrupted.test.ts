import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeChannelQuestion } from '../../src/store/channel-questions.ts';
import { updatePlan } from '../../src/store/organizations.ts';
import { findProjectById } from '../../src/store/projects.ts';
import { environmentOf, setChannels, settled } from '../helpers/channel-requests.ts';
import { slackScene } from '../helpers/channel-scenes.ts';
import { eventually } from '../helpers/eventually.ts';
import { answered, says } from '../helpers/model-replies.ts';
import { startModelServer } from '../helpers/model-server.ts';
import { startServer } from '../helpers/server.ts';

test('an answer that a stop interrupts is made anew, and counted, charged and remembered once', async (t) => {
  const scene = await slackScene();
  const cut = answered({ text: ['Half of ', 'an answer. '], end: 'silence' });
  const model = await startModelServer((_, call) => (call === 1 ? cut : says('Use apt. [[s1]]')));
  const server = await startServer({
    work: ['channel'],
    settings: { ...environmentOf(model), ...scene.environment },
  });
  t.after(async () => {
    await server.close();
    await model.close();
    await scene.close();
  });
  await setChannels(server, { slack: scene.settings });
  const { store } = server.app;
  const { organizationId } = (await findProjectById(store, server.projectId))!;
  await updatePlan(store, organizationId, { creditsPerMonth: 10 });
  await scene.ask(server, { id: '1', text: 'How do I install Harbour?' });
  await eventually(
    async () => scene.seen().at(-1) ?? '',
    (text) => text.includes('Half of'),
  );
  server.app.stop();
  await eventually(
    () => store.db.selectFrom('work').select('holder').where('kind', '=', 'channel').execute(),
    ([work]) => work?.holder === null,
  );
  await server.app.start(['channel']);
  await settled(server);
  assert.match(scene.seen().at(-1)!, /Use apt/);
  assert.doesNotMatch(JSON.stringify(model.requests.at(-1)!.body), /Half of/);
  const turns = await store.db.selectFrom('turns').select(['answer', 'status']).execute();
  assert.deepEqual([turns.length, turns[0]!.status], [1, 'answered']);
  assert.deepEqual(await store.db.selectFrom('openTurns').selectAll().execute(), []);
  const [thread] = await store.db.selectFrom('threads').select('turns').execute();
  const [day] = await store.db.selectFrom('usageDays').select(['answered', 'failed']).execute();
  const [month] = await store.db.selectFrom('credits').select('used').execute();
  assert.deepEqual([thread!.turns, day!.answered, day!.failed, Number(month!.used)], [1, 1, 0, 1]);
  const [counted] = await store.db.selectFrom('channelDays').selectAll().execute();
  assert.deepEqual([counted!.answered, counted!.failed, counted!.credits], [1, 0, 1]);
});

test('nothing of a private question that is refused says who asked', async (t) => {
  const scene = await slackScene();
  const model = await startModelServer(() => says('Use apt. [[s1]]'));
  const server = await startServer({
    work: ['channel'],
    settings: { ...environmentOf(model), ...scene.environment },
  });
  t.after(async () => {
    await server.close();
    await model.close();
    await scene.close();
  });
  await setChannels(server, { slack: { ...scene.settings, allow: ['U9'] } });
  await scene.ask(server, { id: '1', text: 'How do I install Harbour?', person: 'P1', isPrivate: true });
  await settled(server);
  assert.match(scene.seen().at(-1)!, /not answered here/);
  const rows = await server.app.store.db.selectFrom('channelQuestions').selectAll().execute();
  assert.deepEqual([rows[0]!.state, rows[0]!.fp, rows[0]!.threadId], ['answered', null, null]);
});

test('a question that is deleted leaves no words, also when its channel is gone or does not answer', async (t) => {
  const scene = await slackScene();
  const model = await startModelServer(() => says('Use apt. [[s1]]'));
  const server = await startServer({
    work: ['channel'],
    settings: { ...environmentOf(model), ...scene.environment },
  });
  t.after(async () => {
    await server.close();
    await model.close();
    await scene.close();
  });
  const { store } = server.app;
  const left = async () => ({
    turns: (await store.db.selectFrom('turns').select('id').execute()).length,
    names: (await store.db.selectFrom('channelQuestions').select('fp').execute()).filter(
      ({ fp }) => fp !== null,
    ).length,
  });
  await setChannels(server, { slack: scene.settings });
  for (const id of ['1', '2']) await scene.ask(server, { id, text: 'How do I install Harbour?' });
  await settled(server);
  assert.deepEqual(await left(), { turns: 2, names: 2 });
  scene.fail!();
  await scene.remove!(server, { id: '1', text: '' });
  await eventually(left, ({ turns, names }) => turns === 1 && names === 1);
  await setChannels(server, { slack: null });
  const [other] = await store.db
    .selectFrom('channelQuestions')
    .selectAll()
    .where('fp', 'is not', null)
    .execute();
  await changeChannelQuestion(store, other!, null);
  await eventually(left, ({ turns, names }) => turns === 0 && names === 0);
});
