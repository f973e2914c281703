import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { after, before, test } from 'node:test';
import { addProject, findProjectById } from '../../src/store/projects.ts';
import { findOrganization, updatePlan } from '../../src/store/organizations.ts';
import { newId } from '../../src/lib/ids.ts';
import type { ApiCall } from '../helpers/channel-servers.ts';
import { eventually } from '../helpers/eventually.ts';
import { list } from '../helpers/manage.ts';
import { startModelServer, type ModelServer } from '../helpers/model-server.ts';
import { says } from '../helpers/model-replies.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

export type Said = {
  id: string;
  text: string;
  person?: string;
  place?: string;
  isBot?: boolean;
  isPrivate?: boolean;
  /** How the channel's signature is wrong. */
  signed?: 'otherwise' | 'long ago';
};

/** A channel with its stand-in, for the suite to play. */
export type ChannelScene = {
  name: string;
  /** What we sent to it. */
  calls: readonly ApiCall[];
  /** Settings of the server, with the stand-in's address. */
  environment: Record<string, string>;
  settings: Record<string, unknown>;
  secrets: string[];
  /** Texts of our messages as people see them now, in the order of posting. */
  seen(): string[];
  /** What broke the channel's rules. */
  violations(): string[];
  /** Asks as the channel does. */
  ask(server: TestServer, said: Said): Promise<Response>;
  edit?(server: TestServer, said: Said): Promise<Response>;
  remove?(server: TestServer, said: Said): Promise<Response>;
  /** Does not answer any more. */
  fail?(): void;
  /** Rates the last answer as not helpful. */
  rate?(server: TestServer): Promise<Response>;
  /** Whether wrong times of sending are refused. */
  refusesOldTimes: boolean;
  /** Whether who is not answered is told why. */
  refuses: boolean;
  /** What the source link of an answer looks like. */
  source: RegExp;
  isFinished(text: string): boolean;
  close(): Promise<void>;
};

const long = Array.from({ length: 300 }, (_, nth) => `Line ${nth} of what Harbour says about installing.`);
export const hostileText =
  'Install it. @channel @everyone <!channel> <@U123> & <b>x</b> [a](javascript:alert(1)) @octocat [[s1]]';

/** What every channel has to keep to. */
export function channelContract(open: () => Promise<ChannelScene>): void {
  let scene: ChannelScene;
  let model: ModelServer;
  let server: TestServer;
  const patch = async (channels: object, more: object = {}) => {
    const response = await fetch(`${server.url}/manage/v1/projects/${server.projectId}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${server.adminKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ settings: { channels, ...more } }),
    });
    const text = await response.text();
    assert.equal(response.status, 200, text);
    return text;
  };
  const conversations = () => list(server, 'conversations');
  const rows = () => server.app.store.db.selectFrom('channelQuestions').selectAll().execute();
  const settled = () =>
    eventually(
      () => server.app.store.db.selectFrom('work').selectAll().where('kind', '=', 'channel').execute(),
      (waiting) => waiting.length === 0,
    );
  const answered = async (said: Said): Promise<string> => {
    const response = await scene.ask(server, said);
    assert.equal(response.status, 200, await response.text());
    await settled();
    const last = scene.seen().at(-1) ?? '';
    assert.ok(scene.isFinished(last), last);
    return last;
  };

  before(async () => {
    scene = await open();
    model = await startModelServer(({ body }) => {
      const asked = JSON.stringify(body.messages.at(-1));
      if (asked.includes('zeppelin')) return says('The docs say nothing of it. [[unanswered]]');
      if (asked.includes('everything'))
        return says(`${long.join('\n')}\n\n\`\`\`sh\n${long.join('\n')}\n\`\`\`\n\nUse apt. [[s1]]`);
      if (asked.includes('hostile')) return says(hostileText);
      return says('Use **apt install harbour**. [[s1]]');
    });
    server = await startServer({
      work: [],
      settings: {
        DOCENT_MODEL: 'compatible/m',
        DOCENT_MODEL_URL: `${model.url}/v1`,
        DOCENT_BASE_URL: 'https://docs.harbour.example',
        DOCENT_PRIVATE_HOSTS: '127.0.0.0/8',
        DOCENT_SECRET_KEY: 'a secret key of at least 32 characters',
        ...scene.environment,
      },
    });
    await patch({ [scene.name]: scene.settings });
  });
  after(async () => {
    await server.close();
    await model.close();
    await scene.close();
  });

  test('its secrets are never returned, and stay when other fields change', async () => {
    const shown = await patch({ [scene.name]: { ...scene.settings, storePrivate: false } });
    for (const secret of scene.secrets) assert.ok(!shown.includes(secret));
    const kept = Object.entries(scene.settings).filter(
      ([, value]) => !scene.secrets.includes(value as string),
    );
    await patch({ [scene.name]: Object.fromEntries(kept) });
    const audit = await server.app.store.db.selectFrom('auditEntries').selectAll().execute();
    for (const secret of scene.secrets) assert.ok(!JSON.stringify(audit).includes(secret));
  });

  test('a question that no server works on yet is kept sealed, and answered by the first that does', async () => {
    const said = { id: '99', text: 'How do I install Harbour on macOS?', person: 'P99' };
    assert.equal((await scene.ask(server, said)).status, 200);
    const [waiting] = await rows();
    assert.equal(waiting!.state, 'waiting');
    assert.ok(!waiting!.asked!.includes('Harbour'), waiting!.asked!);
    await server.app.start(['channel', 'channel-socket']);
    await settled();
    assert.match(scene.seen().at(-1)!, /apt install harbour/);
    const response = await fetch(
      `${server.url}/manage/v1/projects/${server.projectId}/conversations?fp=${scene.name}:P99`,
      {
        method: 'DELETE',
        headers: { authorization: `Bearer ${server.adminKey}` },
      },
    );
    assert.ok(response.ok);
    const [left] = await rows();
    assert.deepEqual([left!.fp, left!.threadId, left!.asked], [null, null, null]);
  });

  test('a question that comes three times at once is answered once, with its sources as links', async () => {
    const said = { id: '101', text: 'How do I install Harbour on Linux?', person: 'P101' };
    const begin = scene.seen().length;
    const came = await Promise.all([1, 2, 3].map(() => scene.ask(server, said)));
    for (const response of came) assert.equal(response.status, 200);
    await settled();
    const seen = scene.seen().slice(begin);
    assert.equal(seen.length, 1, seen.join('\n---\n'));
    assert.match(seen[0]!, /apt install harbour/);
    assert.match(seen[0]!, scene.source);
    const [conversation] = await conversations();
    assert.equal(conversation!['question'], said.text);
    const turns = await server.app.store.db.selectFrom('turns').selectAll().execute();
    assert.deepEqual(
      turns.map(({ protocol, fp }) => [protocol, fp]),
      [[scene.name, `${scene.name}:P101`]],
    );
    const row = (await rows()).find(({ id }) => id.includes('101'));
    assert.deepEqual([row!.state, row!.asked, row!.answer], ['answered', null, null]);
  });

  test('a wrong signature, and another project, are 401 and ask nothing', async () => {
    const begin = (await rows()).length;
    const wrong = ['otherwise', ...(scene.refusesOldTimes ? ['long ago'] : [])] as const;
    for (const signed of wrong) {
      const response = await scene.ask(server, {
        id: '111',
        text: 'How do I install?',
        signed: signed as 'otherwise',
      });
      assert.equal(response.status, 401, signed);
    }
    const project = (await findProjectById(server.app.store, server.projectId))!;
    const other = { ...project, id: newId('prj'), domain: `other-${scene.name}` };
    await addProject(server.app.store, other);
    const stranger = { ...server, projectId: other.id };
    assert.equal((await scene.ask(stranger, { id: '112', text: 'How do I install?' })).status, 401);
    assert.equal((await rows()).length, begin);
  });

  test('bots are not answered', async () => {
    const begin = (await rows()).length;
    const response = await scene.ask(server, { id: '121', text: 'How do I install Harbour?', isBot: true });
    assert.equal(response.status, 200);
    assert.equal((await rows()).length, begin);
  });

  test('what is not in the docs is said plainly', async () => {
    await patch({}, { appearance: { support: 'help@harbour.example' } });
    const text = await answered({ id: '131', text: 'Which zeppelin carries Harbour installers?' });
    assert.match(text, /Not in the docs\./);
    assert.match(text, /docs\.harbour\.example/, 'with the closest pages');
    assert.match(text, /mailto:help@harbour\.example/, 'and a person to ask');
    await patch({}, { appearance: {} });
  });

  test('long answers keep to the limits, with whole code blocks, and hostile text calls nobody', async () => {
    const begin = scene.seen().length;
    await answered({ id: '141', text: 'Tell me everything about installing Harbour' });
    for (const text of scene.seen().slice(begin))
      assert.equal(
        (text.match(/^```/gm) ?? []).length % 2,
        0,
        `a code block is open in ${text.slice(0, 200)}`,
      );
    await answered({ id: '142', text: 'hostile: install Harbour' });
    assert.deepEqual(scene.violations(), []);
  });

  test('private places are answered, and nothing of them is stored until the settings say so', async () => {
    const before = JSON.stringify(await conversations());
    await answered({
      id: '151',
      text: 'How do I install Harbour in secret?',
      person: 'P151',
      isPrivate: true,
    });
    assert.equal(JSON.stringify(await conversations()), before);
    const kept = JSON.stringify([
      await rows(),
      await server.app.store.db.selectFrom('openTurns').selectAll().execute(),
    ]);
    assert.ok(!kept.includes('secret') && !kept.includes('P151'), kept);
    await patch({ [scene.name]: { ...scene.settings, storePrivate: true } });
    await answered({ id: '152', text: 'How do I install Harbour in secret?', isPrivate: true });
    assert.match(JSON.stringify(await conversations()), /in secret/);
    await patch({ [scene.name]: scene.settings });
  });

  test('an edited question is answered anew in its place, and a deleted one takes all back', async (t) => {
    if (scene.edit === undefined || scene.remove === undefined) return t.skip('it knows no edits');
    const said = { id: '161', text: 'Which zeppelin installs it?', person: 'P161' };
    await answered(said);
    const begin = scene.seen().length;
    await scene.edit(server, { ...said, text: 'How do I install Harbour on Linux?' });
    await settled();
    assert.match(scene.seen().at(-1)!, /apt install harbour/);
    if (scene.name !== 'webhook') assert.equal(scene.seen().length, begin);
    const edited = JSON.stringify(await conversations());
    assert.ok(edited.includes('on Linux') && !edited.includes('Which zeppelin installs it'), edited);
    await scene.remove(server, said);
    await settled();
    const [left] = (await rows()).filter(({ id }) => id.includes('161'));
    assert.deepEqual([left?.state, left?.fp, left?.threadId], ['withdrawn', null, null]);
    await scene.ask(server, said);
    await settled();
    const turns = await server.app.store.db.selectFrom('turns').select('fp').execute();
    assert.ok(!turns.some(({ fp }) => fp === `${scene.name}:P161`));
  });

  test('a thumb comes back', async (t) => {
    if (scene.rate === undefined) return t.skip('it has no buttons');
    await answered({ id: '171', text: 'How do I install Harbour on macOS?' });
    assert.equal((await scene.rate(server)).status, 200);
    const [rated] = await server.app.store.db.selectFrom('feedback').selectAll().execute();
    assert.equal(rated?.helpful, 0);
  });

  test('a person is forgotten', async () => {
    await answered({ id: '181', text: 'How do I install Harbour today?', person: 'P181' });
    const fp = encodeURIComponent(`${scene.name}:P181`);
    const response = await fetch(
      `${server.url}/manage/v1/projects/${server.projectId}/conversations?fp=${fp}`,
      { method: 'DELETE', headers: { authorization: `Bearer ${server.adminKey}` } },
    );
    assert.ok(response.ok, await response.text());
    const { db } = server.app.store;
    const { rows: tables } = await sql<{
      name: string;
    }>`select name from sqlite_master where type = 'table'`.execute(db);
    for (const { name } of tables) {
      const left = JSON.stringify((await sql`select * from ${sql.table(name)}`.execute(db)).rows);
      assert.ok(!left.includes('P181') && !left.includes('Harbour today'), `${name}: ${left}`);
    }
  });

  test('its answers are counted and found by channel, with what they cost; private ones are counted too', async () => {
    const usage = async () => {
      const url = `${server.url}/manage/v1/organizations/default/usage`;
      const response = await fetch(url, { headers: { authorization: `Bearer ${server.adminKey}` } });
      const { channels, totals } = (await response.json()) as any;
      assert.deepEqual(channels.map(({ channel }: any) => channel), [scene.name]); // prettier-ignore
      return { ...channels[0], all: totals };
    };
    const before = await usage();
    await answered({ id: '185', text: 'How do I install Harbour now?' });
    await answered({ id: '186', text: 'How do I install Harbour silently?', isPrivate: true });
    const { answers, credits, inputTokens, all } = await usage();
    assert.deepEqual(
      [answers - before.answers, credits - before.credits, all.answers - before.all.answers],
      [2, 2, 2],
    );
    assert.ok(inputTokens > before.inputTokens && all.inputTokens > before.all.inputTokens);
    const found = await list(server, `conversations?channel=${scene.name}`);
    assert.ok(found.length > 0 && found.every(({ channel }) => channel === scene.name));
    const others = scene.name === 'slack' ? 'discord' : 'slack';
    assert.deepEqual(await list(server, `conversations?channel=${others}`), []);
  });

  test('who asks too much, and whoever is not let in, gets no answer', async () => {
    const { store } = server.app;
    const organizationId = (await findProjectById(store, server.projectId))!.organizationId;
    const { plan } = (await findOrganization(store, organizationId))!;
    await updatePlan(store, organizationId, { ...plan, limits: { channelPersonPerHour: 1 } });
    await answered({ id: '191', text: 'How do I install Harbour?', person: 'P191' });
    const turns = () => store.db.selectFrom('turns').select('id').execute();
    const before = (await turns()).length;
    await scene.ask(server, { id: '192', text: 'How do I install Harbour again?', person: 'P191' });
    await settled();
    if (scene.refuses) assert.match(scene.seen().at(-1)!, /Too many requests/);
    await updatePlan(store, organizationId, { ...plan, limits: { channelWorkspacePerHour: 1 } });
    await scene.ask(server, { id: '195', text: 'How do I install Harbour again?', person: 'P195' });
    await settled();
    if (scene.refuses) assert.match(scene.seen().at(-1)!, /Too many requests/);
    await updatePlan(store, organizationId, plan);
    await patch({ [scene.name]: { ...scene.settings, allow: ['P193'] } });
    await scene.ask(server, { id: '194', text: 'How do I install Harbour?', person: 'P194' });
    await settled();
    if (scene.refuses) assert.match(scene.seen().at(-1)!, /not answered here/);
    assert.equal((await turns()).length, before);
    await answered({ id: '193', text: 'How do I install Harbour?', person: 'P193' });
    await patch({ [scene.name]: scene.settings });
  });

  test('null takes it away, with its secrets', async () => {
    await patch({ [scene.name]: null });
    const secrets = await server.app.store.db.selectFrom('channelSecrets').selectAll().execute();
    assert.deepEqual(secrets, []);
    assert.equal((await findProjectById(server.app.store, server.projectId))!.settings.channels, undefined);
  });
}
