import assert from 'node:assert/strict';
import { test } from 'node:test';
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
