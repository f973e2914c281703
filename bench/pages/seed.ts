import { sql } from 'kysely';
import { newId } from '../../src/lib/ids.ts';
import { sumPageMonths, sumTopicMonths } from '../../src/store/month-tables.ts';
import { addJob } from '../../src/store/jobs.ts';
import type { Store } from '../../src/store/store.ts';

const dayMs = 86_400_000;
/** Questions of this time are left to be grouped. */
const ungroupedMs = 2 * dayMs;
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
 * Fills a project with a year of conversations, four turns each, as `addTurn` would have left them; in bulk, because
 * one by one it takes minutes.
 */
export async function seedTurns(store: Store, projectId: string, turns: number): Promise<void> {
  const now = await store.now();
  const perThread = 4;
  const threads = turns / perThread;
  for (let from = 0; from < threads; from += 250) {
    const rows = Array.from({ length: 250 }, (_, index) =>
      thread(projectId, now, from + index, threads, perThread),
    );
    await store.db
      .insertInto('threads')
      .values(rows.map(({ row }) => row))
      .execute();
    await store.db
      .insertInto('turns')
      .values(rows.flatMap(({ turns }) => turns))
      .execute();
    await store.db
      .insertInto('feedback')
      .values(rows.flatMap(({ feedback }) => feedback))
      .execute();
    await store.db
      .insertInto('searches')
      .values(rows.flatMap(({ searches }) => searches))
      .execute();
  }
  await sql`insert into "usageDays" ("projectId", day, answered, partial, unanswered, failed, searches)
    select "projectId", "createdAt" / 86400000, count(*), 0, 0, 0, count(*) from turns group by 1, 2`.execute(
    store.db,
  );
  await seedTopics(store, projectId, now);
  // What autovacuum does by itself within a minute.
  if (store.kind === 'postgres') await sql`vacuum analyze`.execute(store.db);
}

/** A thousand topics over all questions but those of the last two days, as grouping would have left them. */
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

/** Jobs that nobody works on; one in fifty has failed. */
export async function seedJobs(store: Store, projectId: string, jobs: number): Promise<void> {
  const order = { projectId, model: 'openai/gpt', repository: 'acme/docs', ref: null, draft: false };
  const now = await store.now();
  for (let nth = 0; nth < jobs; nth++) {
    const job = { id: newId('job'), createdAt: now - nth * 3_600_000, prompt: 'Mention pnpm. '.repeat(50) };
    await addJob(store, { ...order, ...job }, null);
  }
  const failed = sql`update jobs set status = 'failed' where "createdAt" / 3600000 % 50 = 0`;
  await failed.execute(store.db);
}

function thread(projectId: string, now: number, nth: number, of: number, perThread: number) {
  const startedAt = now - Math.floor((365 * dayMs * (of - nth)) / of);
  const threadId = `thr_${nth}`;
  const turns = Array.from({ length: perThread }, (_, index) => {
    const number = nth * perThread + index;
    const status = number % 10 === 0 ? 'unanswered' : number % 37 === 0 ? 'failed' : 'answered';
    return {
      id: newId('trn'),
      projectId,
      threadId,
      messageId: newId('msg'),
      question: `How do I ${topics[number % 10]} number ${number % 997} with ${topics[(number * 7) % 10]}?`,
      answer,
      sources: JSON.stringify([{ url: '/guide/proxy', title: 'Proxy' }]),
      status: status as 'answered' | 'unanswered' | 'failed',
      reason: null,
      deploymentId: null,
      commit: null,
      usage: JSON.stringify({ inputTokens: 900, outputTokens: 200 }),
      timings: JSON.stringify({ firstTextMs: 300 + (number % 500), totalMs: 2_000 }),
      costMicros: 1_200,
      fp: `user-${nth % 500}`,
      protocol: 'v2',
      model: 'openai/gpt',
      currentPath: `/page-${number % 300}`,
      caller: 'web' as const,
      createdAt: startedAt + index * 60_000,
      grouped: Number(startedAt + index * 60_000 < now - ungroupedMs),
    };
  });
  const count = (status: string) => turns.filter((turn) => turn.status === status).length;
  return {
    turns,
    row: {
      projectId,
      id: threadId,
      keyHash: 'x',
      fp: `user-${nth % 500}`,
      createdAt: startedAt,
      updatedAt: startedAt + perThread * 60_000,
      question: turns[0]!.question,
      turns: perThread,
      unanswered: count('unanswered'),
      failed: count('failed'),
      unhelpful: nth % 20 === 0 ? 1 : 0,
      costMicros: perThread * 1_200,
    },
    feedback: turns.slice(0, nth % 20 === 0 ? 1 : 0).map(({ messageId, createdAt }) => ({
      id: newId('fb'),
      projectId,
      messageId,
      helpful: 0,
      comment: null,
      createdAt,
    })),
    searches: turns.map(({ question, createdAt }, index) => ({
      id: newId('sch'),
      projectId,
      query: question.slice(0, 40),
      resultCount: (nth + index) % 9 === 0 ? 0 : 5,
      topScore: 0.5,
      createdAt,
    })),
  };
}
