import { type RawBuilder, sql } from 'kysely';
import { newId } from '../../src/lib/ids.ts';
import { postgresTurnText } from '../../src/store/analytics-tables.ts';
import { sumPageMonths, sumTopicMonths } from '../../src/store/month-tables.ts';
import { addJob } from '../../src/store/jobs.ts';
import { inTransaction, type Store } from '../../src/store/store.ts';

const dayMs = 86_400_000;
/** Questions of this time are left to be grouped. */
const ungroupedMs = dayMs / 2;
const topics = [
  'install',
  'proxy',
  'deploy',
  'token',
  'limits',
  'webhook',
  'search',
  'upgrade',
  'docker',
  'billing',
];
const answer = 'Put the address into the setting and restart the server. '.repeat(12);

/**
 * Fills a project with a year of conversations, four turns each, as `addTurn` would have left them. The database makes
 * the rows itself: sent to it, they take a minute.
 */
export async function seedTurns(store: Store, projectId: string, turns: number): Promise<void> {
  const now = await store.now();
  const seeds = { projectId, now, threads: Math.floor(turns / perThread) };
  await inTransaction(store, async (store) => {
    // Made at the end, the index of the words takes a quarter of the time.
    if (store.kind === 'postgres') await sql`drop index "turnsByText"`.execute(store.db);
    await addThreads(store, seeds);
    await addTurns(store, seeds);
    await addRatingsAndSearches(store, seeds);
    if (store.kind === 'postgres')
      await sql`create index "turnsByText" on turns using gin (${sql.raw(postgresTurnText.replaceAll('turns.', ''))})`.execute(
        store.db,
      );
    await sql`insert into "usageDays" ("projectId", day, answered, partial, unanswered, failed, searches)
      select "projectId", "createdAt" / 86400000, count(*), 0, 0, 0, count(*) from turns group by 1, 2`.execute(
      store.db,
    );
    await seedTopics(store, projectId, now);
  });
  // What autovacuum does by itself within a minute.
  if (store.kind === 'postgres') await sql`vacuum analyze`.execute(store.db);
}

type Seeds = { projectId: string; now: number; threads: number };

const perThread = 4;

/** The numbers from 0 to below `count`, as the table `numbers`. */
const numbers = (count: number) =>
  sql`with recursive numbers (nth) as (select cast(0 as bigint) union all select nth + 1 from numbers where nth + 1 < ${sql.lit(count)})`;

/** When a thread began: they are spread over a year. */
const startedAt = ({ now, threads }: Seeds, nth: RawBuilder<unknown>) =>
  sql`(${sql.lit(now - 365 * dayMs)} + ${nth} * ${sql.lit(Math.floor((365 * dayMs) / threads))})`;

const words = sql`words (id, word) as (values ${sql.join(topics.map((word, nth) => sql`(${sql.lit(nth)}, ${sql.lit(word)})`))})`;
const isWordOf = (turn: RawBuilder<unknown>) => sql`first.id = ${turn} % 10 and second.id = ${turn} * 7 % 10`;
const questionOf = (turn: RawBuilder<unknown>) =>
  sql`'How do I ' || first.word || ' number ' || (${turn} % 997) || ' with ' || second.word || '?'`;
const isUnanswered = (turn: RawBuilder<unknown>) => sql`${turn} % 10 = 0`;
const isFailed = (turn: RawBuilder<unknown>) => sql`(${turn} % 37 = 0 and ${turn} % 10 > 0)`;

async function addThreads({ db }: Store, seeds: Seeds): Promise<void> {
  const thread = sql`nth`;
  const turns = Array.from(
    { length: perThread },
    (_, part) => sql`(nth * ${sql.lit(perThread)} + ${sql.lit(part)})`,
  );
  const count = (is: (turn: RawBuilder<unknown>) => RawBuilder<unknown>) =>
    sql.join(
      turns.map((turn) => sql`case when ${is(turn)} then 1 else 0 end`),
      sql` + `,
    );
  await sql`insert into threads ("projectId", id, "keyHash", fp, "createdAt", "updatedAt", question, turns, unanswered,
      failed, unhelpful, "costMicros")
    ${numbers(seeds.threads)}, ${words}
    select ${seeds.projectId}, 'thr_' || nth, 'x', 'user-' || (nth % 500), ${startedAt(seeds, thread)},
      ${startedAt(seeds, thread)} + ${sql.lit(perThread * 60_000)}, ${questionOf(turns[0]!)}, ${sql.lit(perThread)},
      ${count(isUnanswered)}, ${count(isFailed)}, case when nth % 20 = 0 then 1 else 0 end, ${sql.lit(perThread * 1_200)}
    from numbers join words as first on true join words as second on ${isWordOf(turns[0]!)}`.execute(db);
}

async function addTurns({ db }: Store, seeds: Seeds): Promise<void> {
  const turn = sql`nth`;
  const thread = sql`(nth / ${sql.lit(perThread)})`;
  const createdAt = sql`(${startedAt(seeds, thread)} + nth % ${sql.lit(perThread)} * 60000)`;
  await sql`insert into turns ("projectId", id, "threadId", "messageId", question, answer, sources, status, usage, timings,
      "costMicros", fp, protocol, model, "currentPath", caller, "createdAt", grouped)
    ${numbers(seeds.threads * perThread)}, ${words}
    select ${seeds.projectId}, 'trn_' || nth, 'thr_' || ${thread}, 'msg_' || nth, ${questionOf(turn)},
      ${sql.lit(answer)}, '[{"url":"/guide/proxy","title":"Proxy"}]',
      case when ${isUnanswered(turn)} then 'unanswered' when ${isFailed(turn)} then 'failed' else 'answered' end,
      '{"inputTokens":900,"outputTokens":200}', '{"firstTextMs":' || (300 + nth % 500) || ',"totalMs":2000}',
      1200, 'user-' || (${thread} % 500), 'v2', 'openai/gpt', '/page-' || (nth % 300), 'web',
      ${createdAt}, case when ${createdAt} < ${sql.lit(seeds.now - ungroupedMs)} then 1 else 0 end
    from numbers join words as first on true join words as second on ${isWordOf(turn)}`.execute(db);
}

/** The first turn of every twentieth thread. */
const isRated = sql`cast(substr(turns.id, 5) as integer) % ${sql.lit(20 * perThread)} = 0`;

async function addRatingsAndSearches({ db }: Store, { projectId }: Seeds): Promise<void> {
  await sql`insert into feedback (id, "projectId", "messageId", helpful, comment, "createdAt")
    select 'fb_' || id, "projectId", "messageId", 0, null, "createdAt" from turns
    where "projectId" = ${projectId} and ${isRated}`.execute(db);
  await sql`insert into searches (id, "projectId", query, "resultCount", "topScore", "createdAt")
    select 'sch_' || id, "projectId", substr(question, 1, 40),
      case when cast(substr(id, 5) as integer) % 9 = 0 then 0 else 5 end, 0.5, "createdAt"
    from turns where "projectId" = ${projectId}`.execute(db);
}

/** A thousand topics over all questions but those of the last half day, as grouping would have left them. */
async function seedTopics({ db }: Store, projectId: string, now: number): Promise<void> {
  const topic = sql`'gap_' || ("createdAt" / 60000 % 1000)`;
  const old = sql`"createdAt" < ${now - ungroupedMs}`;
  const vectorSum = Buffer.from(new Float32Array(512).fill(0.06).buffer).toString('base64');
  await sql`insert into gaps
      (id, "projectId", status, model, "labelTurnId", count, unanswered, "createdAt", "lastAskedAt", "vectorSum")
    select ${topic}, ${projectId}, 'open', 'words with pages', max(id), count(*),
      sum(case when status = 'unanswered' then 1 else 0 end), min("createdAt"), max("createdAt"),
      cast(${vectorSum} as text)
    from turns where ${old} group by 1`.execute(db);
  await sql`insert into "gapTurns" ("turnId", "gapId", "projectId", "createdAt", status)
    select id, ${topic}, "projectId", "createdAt", status from turns where ${old}`.execute(db);
  await sql`insert into "turnPages" ("turnId", "projectId", "threadId", url, title, cited, "createdAt")
    select id, "projectId", "threadId", '/page-' || ("createdAt" / 60000 % 300), 'Page', 1, "createdAt"
    from turns where ${old}`.execute(db);
  await sql`insert into "pageDays" ("projectId", day, url, title, found, cited, unanswered)
    select "projectId", "createdAt" / 86400000, url, 'Page', count(*), count(*), 0 from "turnPages" group by 1, 2, 3`.execute(
    db,
  );
  await sql`${sql.raw(sumTopicMonths)} group by 1, 2, 3`.execute(db);
  await sql`${sql.raw(sumPageMonths)} group by 1, 2, 3`.execute(db);
}

/** Jobs that nobody works on; one in fifty has failed. All but the first are copies of it. */
export async function seedJobs(store: Store, projectId: string, jobs: number): Promise<void> {
  const order = { projectId, model: 'openai/gpt', repository: 'acme/docs', ref: null, draft: false };
  const now = await store.now();
  const first = { id: newId('job'), createdAt: now, prompt: 'Mention pnpm. '.repeat(50) };
  await addJob(store, { ...order, ...first }, null);
  if (jobs > 1) {
    const made = {
      id: sql`${sql.lit(first.id)} || numbers.nth`,
      jobId: sql`${sql.lit(first.id)} || numbers.nth`,
      createdAt: sql`"createdAt" - (numbers.nth + 1) * 3600000`,
    };
    for (const table of ['jobs', 'jobMessages'] as const) {
      const row = await store.db.selectFrom(table).selectAll().executeTakeFirstOrThrow();
      const columns = Object.keys(row);
      const from = sql`(select * from ${sql.table(table)}) as one`;
      const values = columns.map((name) => made[name as keyof typeof made] ?? sql`one.${sql.ref(name)}`);
      await sql`insert into ${sql.table(table)} (${sql.join(columns.map((name) => sql.ref(name)))})
        ${numbers(jobs - 1)} select ${sql.join(values)} from numbers, ${from}`.execute(store.db);
    }
  }
  const failed = sql`update jobs set status = 'failed' where "createdAt" / 3600000 % 50 = 0`;
  await failed.execute(store.db);
}
