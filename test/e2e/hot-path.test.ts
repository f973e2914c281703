// What an answer asks of the database, and what is left of one whose server dies.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { Client } from 'pg';
import { closeOpenTurns } from '../../src/accounts/close-open-turns.ts';
import { monthOf } from '../../src/accounts/take-credit.ts';
import { createLog } from '../../src/lib/log.ts';
import { readCredits } from '../../src/store/credits.ts';
import { openStore } from '../../src/store/open-store.ts';
import { listSilentTurns } from '../../src/store/open-turns.ts';
import { findProjectById } from '../../src/store/projects.ts';
import { listTurns } from '../../src/store/turns.ts';
import { listUsage } from '../../src/store/usage.ts';
import { ask, turnOf } from '../helpers/ask.ts';
import { docsFolder, exampleDocs } from '../helpers/docs-folder.ts';
import { eventually } from '../helpers/eventually.ts';
import { answered } from '../helpers/model-replies.ts';
import { startModelServer } from '../helpers/model-server.ts';
import { startPostgres } from '../helpers/postgres.ts';
import { dataFolder, serve } from '../helpers/run-docent.ts';
import { post, startServer } from '../helpers/server.ts';

const postgres = await startPostgres();
after(() => postgres.stop());

/** Every statement that this process sends to PostgreSQL from now on. */
function statements(): string[] {
  const sent: string[] = [];
  const query = Client.prototype.query;
  Client.prototype.query = function (this: Client, ...args: unknown[]) {
    const [first] = args;
    sent.push(typeof first === 'string' ? first : ((first as { text?: string }).text ?? ''));
    return query.apply(this, args as never);
  } as never;
  after(() => (Client.prototype.query = query));
  return sent;
}

test('an answer takes three statements, a follow-up that sends its history four, also after a newer version has added columns', async (t) => {
  const server = await startServer({
    settings: { DOCENT_DATABASE_URL: await postgres.createDatabase() },
    work: [],
  });
  t.after(() => server.close());
  // The first one of an hour clears counters away, and says when the key was used.
  await ask(server, 'How do I install Harbour?');
  const sent = statements();
  const first = await ask(server, 'How do I set a proxy?');
  assert.equal(sent.length, 3, sent.join('\n'));
  const { store } = server.app;
  for (const table of [
    'keys',
    'organizations',
    'projects',
    'counters',
    'threads',
    'turns',
    'openTurns',
    'usageDays',
  ])
    await sql`alter table ${sql.table(table)} add column later text`.execute(store.db);
  sent.length = 0;
  const part = (text: string) => ({ parts: [{ type: 'text', text }] });
  const messages = [
    { id: '1', role: 'user', ...part('How do I set a proxy?') },
    { id: '2', role: 'assistant', ...part(first.text) },
    { id: '3', role: 'user', ...part('And on macOS?') },
  ];
  await ask(server, '', { messages, threadId: first.threadId });
  assert.equal(sent.length, 4, sent.join('\n'));
  assert.equal((await turnOf(server, first)).question, 'And on macOS?');
  assert.deepEqual(await listSilentTurns(store, -60_000, 10), []);
});

test('answers at the same time are all counted in the day, the thread and the month; so are those that are left, wherever', async (t) => {
  const settings = {
    DOCENT_DATABASE_URL: await postgres.createDatabase(),
    DOCENT_CREDITS_PER_MONTH: '1000',
  };
  const server = await startServer({ settings, work: [] });
  t.after(() => server.close());
  const { threadId } = await ask(server, 'How do I set a proxy?');
  const asked = Array.from({ length: 24 }, (_, n) =>
    ask(server, 'How do I set a proxy?', n % 2 === 0 ? { threadId } : {}),
  );
  for (const { status } of await Promise.all(asked)) assert.equal(status, 200);
  const { store } = server.app;
  assert.equal((await listTurns(store, { projectId: server.projectId, threadId, limit: 50 })).length, 13);
  const { organizationId } = (await findProjectById(store, server.projectId))!;
  const days = await listUsage(store, { organizationId, from: 0, to: 1e6 });
  assert.equal(
    days.reduce((sum, day) => sum + day.answered + day.partial, 0),
    25,
  );
  const month = monthOf(await store.now());
  assert.deepEqual(await readCredits(store, { organizationId, month }), { used: 25, overage: 0 });

  const leaveAfter = async (bytes: number) => {
    const leave = new AbortController();
    const path = `/discovery/v2/assistant/${server.domain}/message`;
    const response = await fetch(server.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.assistantKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        fp: 'a',
        messages: [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'How do I set a proxy?' }] }],
      }),
      signal: leave.signal,
    });
    let read = 0;
    for await (const chunk of response.body!) if ((read += chunk.length) >= bytes) break;
    leave.abort();
  };
  await Promise.all(Array.from({ length: 24 }, (_, n) => leaveAfter(n * 150)));
  const count = async (table: 'openTurns' | 'creditHolds') => {
    const { n } = await store.db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    return Number(n);
  };
  await eventually(
    async () => (await count('openTurns')) + (await count('creditHolds')),
    (left) => left === 0,
  );
  const turns = await store.db.selectFrom('turns').select(['status', 'answer']).execute();
  assert.equal(turns.length, 49);
  const due = turns.filter(({ status, answer }) => status !== 'failed' || answer !== '').length;
  assert.deepEqual(await readCredits(store, { organizationId, month }), { used: due, overage: 0 });
});

/** A long answer. */
async function* slowly(sentence: string): AsyncGenerator<string> {
  for (let n = 0; n < 600; n++) {
    yield sentence;
    await sleep(100);
  }
}

test('a server that is killed in the midst of an answer leaves the question and what was said', async (t) => {
  const model = await startModelServer(() =>
    answered({ text: slowly('Set the proxy in harbour.toml. '), end: 'silence' }),
  );
  t.after(() => model.close());
  const [docs, data] = [await docsFolder(exampleDocs), await dataFolder()];
  t.after(async () => Promise.all([docs.remove(), data.remove()]));
  const url = await postgres.createDatabase();
  const { child, ready, exit } = await serve([docs.path, '--data', data.path], {
    env: {
      DOCENT_DATABASE_URL: url,
      DOCENT_EMBEDDING_MODEL: 'none',
      DOCENT_MODEL: 'compatible/test',
      DOCENT_MODEL_URL: `${model.url}/v1`,
    },
  });
  const store = await openStore({ url });
  t.after(() => store.close());
  const response = await post(
    `${ready.url}/discovery/v2/assistant/${ready.domain}/message`,
    ready.assistantKey,
    {
      fp: 'a',
      messages: [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'How do I set a proxy?' }] }],
    },
  );
  const threadId = response.headers.get('x-thread-id')!;
  await eventually(
    () => listSilentTurns(store, -60_000, 10),
    ([open]) => open?.turn.includes('harbour.toml') === true,
  );
  child.kill('SIGKILL');
  await exit;
  await response.text().catch(() => {});
  await closeOpenTurns(store, createLog('silent'), -60_000);
  const [turn] = await listTurns(store, { projectId: ready.projectId, threadId, limit: 1 });
  assert.deepEqual(
    [turn?.question, turn?.status, turn?.reason],
    ['How do I set a proxy?', 'failed', 'interrupted'],
  );
  assert.match(turn!.answer, /Set the proxy/);
  assert.deepEqual(await listSilentTurns(store, -60_000, 10), []);
});
