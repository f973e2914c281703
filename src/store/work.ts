import { type RawBuilder, type Selectable, sql } from 'kysely';
import { clock, type Store } from './store.ts';
import type { WorkTables } from './work-tables.ts';

/** Background work, to be done by whichever server claims it. */
export type Work = Pick<Row, 'id' | 'kind' | 'subject' | 'projectId' | 'attempt' | 'tries'> & {
  /** The argument of the request; of several requests, that of the last one with an argument. */
  input: unknown;
};

type Row = Selectable<WorkTables['work']>;

/** One attempt at some work. Writes under it succeed only while the caller still holds the work. */
export type Fence = Pick<Work, 'id' | 'attempt'>;

/** Another process has the work, or it was withdrawn: the caller must stop at once. */
export class LostWork extends Error {
  constructor({ id, attempt }: Fence) {
    super(`Attempt ${attempt} at work ${id} is over.`);
    this.name = 'LostWork';
  }
}

export type WorkRequest = {
  kind: string;
  subject: string;
  /** The server that has the necessary files; without one, any server can do the work. */
  place?: string | undefined;
  projectId?: string | null;
  input?: unknown;
  /** Milliseconds from now. */
  afterMs?: number;
};

type Lease = { holder: string; leaseMs: number };

/** No lease is this long: one that ends later was taken before the clock was set back, and counts as expired. */
const tooLongMs = 120_000;

function isStale(store: Store): RawBuilder<boolean> {
  return sql`work."leaseUntil" > ${clock(store)} + ${tooLongMs}`;
}

/**
 * Requests work. Queued work becomes due no later than requested; running work is done once more after it has ended.
 * Inside a transaction, the request takes effect with the commit.
 */
export async function requestWork(store: Store, request: WorkRequest): Promise<void> {
  const { afterMs = 0 } = request;
  await lockProject(store, request.projectId ?? null);
  const runAfter = sql<number>`${clock(store)} + ${afterMs}`;
  const isUnderWay = sql<boolean>`work."leaseUntil" > ${clock(store)}`;
  await store.db
    .insertInto('work')
    .values({ ...newRow(request), runAfter })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'subject', 'place']).doUpdateSet({
        input: sql<string | null>`coalesce(excluded.input, work.input)`,
        again: sql<number>`case when ${isUnderWay} then 1 else work.again end`,
        runAfter: sql<number>`case when (${isUnderWay} and work.again = 0) or work."runAfter" > excluded."runAfter"
          then excluded."runAfter" else work."runAfter" end`,
      }),
    )
    .execute();
  if (afterMs === 0) await store.signal.send(store.db);
}

/** Schedules recurring work; an existing record stays as it is. */
export async function scheduleWork(store: Store, request: WorkRequest): Promise<void> {
  const runAfter = sql<number>`${clock(store)} + ${request.afterMs ?? 0}`;
  await store.db
    .insertInto('work')
    .values({ ...newRow(request), runAfter })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

function newRow({ kind, subject, place = '', projectId = null, input }: WorkRequest) {
  const json = input === undefined ? null : JSON.stringify(input);
  const isNew = { attempt: 0, tries: 0, again: 0, holder: null, leaseUntil: 0 };
  return { kind, subject, place, projectId, input: json, ...isNew };
}

/**
 * Makes the ids of a project's work ascend in commit order, which claims rely on. Answers, which only reference the
 * project, do not wait for this lock. Lock the project before its work. A SQLite transaction is the only writer anyway.
 */
export async function lockProject(store: Store, projectId: string | null): Promise<void> {
  if (store.kind !== 'postgres' || projectId === null) return;
  await store.db.selectFrom('projects').select('id').where('id', '=', projectId).forNoKeyUpdate().execute();
}

type ClaimOptions = Lease & {
  kind: string;
  /** This server, for work that needs its files. */
  place: string;
  /** Ids of work that must not be claimed. */
  except?: number[];
  /** Concurrent work per project, the earliest requests first. Null for no limit. */
  maxPerProject: number | null;
  /** Concurrent work of one organization for this holder, when there are others. Null for no limit. */
  maxPerOrganization?: number | null;
};

/**
 * Claims the longest waiting work of a kind, including work whose lease has expired, of the organization for which the holder
 * does the least. Each claim is a new attempt, so
 * the previous holder can write nothing more. Only the first `maxPerProject` records of a project can be claimed, and later
 * ones have higher ids, so that no more than these ever run.
 * @returns undefined when there is no work to claim
 */
export async function claimWork(store: Store, options: ClaimOptions): Promise<Work | undefined> {
  const { kind, place, holder, maxPerProject, maxPerOrganization = null, except = [] } = options;
  const underWay = sql<number>`coalesce(running.count, 0)`;
  const row = await store.db
    .with('running', (db) =>
      db
        .selectFrom('work')
        .innerJoin('projects', 'projects.id', 'work.projectId')
        .select(['projects.organizationId', sql<number>`count(*)`.as('count')])
        .where((is) => is.and({ kind, holder }))
        .where('leaseUntil', '>', clock(store))
        .groupBy('projects.organizationId'),
    )
    .with(
      (next) => next('next').materialized(),
      (db) =>
        db
          .selectFrom('work')
          .leftJoin('projects', 'projects.id', 'work.projectId')
          .leftJoin('running', 'running.organizationId', 'projects.organizationId')
          .select('work.id')
          .where('kind', '=', kind)
          .where('place', 'in', ['', place])
          .where((is) =>
            is.or([
              is.and([is('runAfter', '<=', clock(store)), is('leaseUntil', '<', clock(store))]),
              isStale(store),
            ]),
          )
          .$if(except.length > 0, (query) => query.where('work.id', 'not in', except))
          .$if(maxPerProject !== null, (query) =>
            query.where(
              sql<boolean>`(select count(*) from work as earlier where earlier."projectId" = work."projectId"
              and earlier.kind = work.kind and earlier.id < work.id) < ${maxPerProject}`,
            ),
          )
          .$if(maxPerOrganization !== null, (query) =>
            query.where(
              sql<boolean>`(${underWay} < ${maxPerOrganization} or (select count(*) from organizations) = 1)`,
            ),
          )
          .orderBy(underWay)
          .orderBy('runAfter')
          .orderBy('work.id')
          .limit(1)
          .$if(store.kind === 'postgres', (query) => query.forUpdate('work').skipLocked()),
    )
    .updateTable('work')
    .set(claimed(store, options))
    .where('id', 'in', (db) => db.selectFrom('next').select('id'))
    .returningAll()
    .executeTakeFirst();
  return row && toWork(row);
}

/**
 * Claims one piece of work, requested or not; a waiting request is served after this run.
 * @returns undefined while another process holds it
 */
export async function takeWork(store: Store, request: WorkRequest, lease: Lease): Promise<Work | undefined> {
  const { leaseUntil, holder } = claimed(store, lease);
  const row = await store.db
    .insertInto('work')
    .values({ ...newRow(request), attempt: 1, tries: 1, holder, leaseUntil, runAfter: clock(store) })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'subject', 'place'])
        .doUpdateSet({ ...claimed(store, lease), again: 1 })
        .where((is) => is.or([is('work.leaseUntil', '<', clock(store)), isStale(store)])),
    )
    .returningAll()
    .executeTakeFirst();
  return row && toWork(row);
}

const claimed = (store: Store, { holder, leaseMs }: Lease) => ({
  attempt: sql<number>`work.attempt + 1`,
  tries: sql<number>`work.tries + 1`,
  again: 0,
  holder,
  leaseUntil: sql<number>`${clock(store)} + ${leaseMs}`,
  runAfter: sql<number>`case when ${isStale(store)} then ${clock(store)} else work."runAfter" end`,
});

/** Renews the caller's leases. @returns the ids of work that it still holds */
export async function renewWork(store: Store, held: Fence[], leaseMs: number): Promise<Set<number>> {
  const rows = await store.db
    .updateTable('work')
    .set({ leaseUntil: sql<number>`${clock(store)} + ${leaseMs}` })
    .where((is) => is.or(held.map(({ id, attempt }) => is.and({ id, attempt }))))
    // Released work stays released: a late heartbeat does not claim it again.
    .where('leaseUntil', '>', 0)
    .returning('id')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/**
 * Makes sure that the caller still holds the work, until the surrounding transaction ends.
 * @throws LostWork
 */
export async function requireWork(store: Store, fence: Fence): Promise<void> {
  const row = await store.db
    .selectFrom('work')
    .select('id')
    .where('id', '=', fence.id)
    .where('attempt', '=', fence.attempt)
    .$if(store.kind === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst();
  if (row === undefined) throw new LostWork(fence);
}

/** The number of attempts since the last progress. @throws LostWork */
export async function countTries(store: Store, fence: Fence): Promise<number> {
  const row = await store.db
    .selectFrom('work')
    .select('tries')
    .where('id', '=', fence.id)
    .where('attempt', '=', fence.attempt)
    .executeTakeFirst();
  if (row === undefined) throw new LostWork(fence);
  return row.tries;
}

/** Records progress: tries are counted from 0 again. @throws LostWork */
export async function progressWork(store: Store, fence: Fence): Promise<void> {
  const row = await store.db
    .updateTable('work')
    .set({ tries: 0 })
    .where('id', '=', fence.id)
    .where('attempt', '=', fence.attempt)
    .returning('id')
    .executeTakeFirst();
  if (row === undefined) throw new LostWork(fence);
}

/** Ends the work; if it was requested again meanwhile, it returns to the queue. */
export async function finishWork(store: Store, fence: Fence): Promise<void> {
  const done = await store.db
    .deleteFrom('work')
    .where('id', '=', fence.id)
    .where('attempt', '=', fence.attempt)
    .where('again', '=', 0)
    .returning('id')
    .executeTakeFirst();
  if (done !== undefined) return;
  await giveBack(store, fence, { tries: 0, again: 0 });
  await store.signal.send(store.db);
}

/** What happens to the count of tries: a hand-over does not count, and success resets it. */
export type Tries = 'kept' | 'undone' | 'reset';

/**
 * Returns work to the queue for its next attempt.
 * @param options.afterMs milliseconds from now; 0: at once
 */
export async function putBackWork(
  store: Store,
  fence: Fence,
  { afterMs, tries = 'kept' }: { afterMs: number; tries?: Tries },
): Promise<void> {
  const counts = {
    kept: sql<number>`tries`,
    undone: sql<number>`case when tries > 0 then tries - 1 else 0 end`,
    reset: sql<number>`0`,
  };
  const runAfter = sql<number>`case when again = 1 then "runAfter" else ${clock(store)} + ${afterMs} end`;
  await giveBack(store, fence, { runAfter, again: 0, tries: counts[tries] });
  if (afterMs === 0) await store.signal.send(store.db);
}

async function giveBack(
  store: Store,
  { id, attempt }: Fence,
  changes: { tries: number | RawBuilder<number>; again: number; runAfter?: RawBuilder<number> },
): Promise<void> {
  await store.db
    .updateTable('work')
    .set({ ...changes, leaseUntil: 0, holder: null })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .execute();
}

type Named = { kind: string; subject: string };

/** Locks this work until the transaction ends. On SQLite a transaction is the only writer anyway. */
export async function lockWork(store: Store, { kind, subject }: Named): Promise<void> {
  if (store.kind !== 'postgres') return;
  await store.db
    .selectFrom('work')
    .select('id')
    .where((is) => is.and({ kind, subject }))
    .forUpdate()
    .execute();
}

/** Withdraws work from its holder; another claim begins it anew. */
export async function withdrawWork(store: Store, { kind, subject }: Named): Promise<void> {
  await store.db
    .updateTable('work')
    .set({ attempt: sql<number>`attempt + 1`, leaseUntil: 0, holder: null, runAfter: clock(store) })
    .where((is) => is.and({ kind, subject }))
    .execute();
  await store.signal.send(store.db);
}

/** Cancels this work. */
export async function dropWork(store: Store, { kind, subject }: Named): Promise<void> {
  await store.db
    .deleteFrom('work')
    .where((is) => is.and({ kind, subject }))
    .execute();
  await store.signal.send(store.db);
}

/** For each kind and holder, milliseconds until the first record can be claimed; 0 or less: now. */
export async function listDue(
  store: Store,
  kinds: string[],
  place: string,
): Promise<{ kind: string; holder: string | null; inMs: number }[]> {
  if (kinds.length === 0) return [];
  const time = sql`case when ${isStale(store)} then 0
    when "leaseUntil" > "runAfter" then "leaseUntil" else "runAfter" end`;
  const rows = await store.db
    .selectFrom('work')
    .select(['kind', 'holder', sql<number>`min(${time}) - ${clock(store)}`.as('inMs')])
    .where('kind', 'in', kinds)
    .where('place', 'in', ['', place])
    .groupBy(['kind', 'holder'])
    .execute();
  return rows.map(({ kind, holder, inMs }) => ({ kind, holder, inMs: Number(inMs) }));
}

/** For each kind, how much work is due and how much is running. */
export async function countWork(store: Store): Promise<{ kind: string; waiting: number; running: number }[]> {
  const now = clock(store);
  const isRunning = sql`holder is not null and "leaseUntil" > ${now}`;
  const rows = await store.db
    .selectFrom('work')
    .select([
      'kind',
      sql<number>`sum(case when ${isRunning} then 1 else 0 end)`.as('running'),
      sql<number>`sum(case when "runAfter" <= ${now} and not (${isRunning}) then 1 else 0 end)`.as('waiting'),
    ])
    .groupBy('kind')
    .execute();
  return rows.map(({ kind, running, waiting }) => ({
    kind,
    running: Number(running),
    waiting: Number(waiting),
  }));
}

/** Makes scheduled work of a kind in a project due sooner; creates no records. */
export async function hastenWork(
  store: Store,
  { kind, projectId }: { kind: string; projectId: string },
  afterMs: number,
): Promise<void> {
  const soon = sql<number>`${clock(store)} + ${afterMs}`;
  await store.db
    .updateTable('work')
    .set({ runAfter: soon })
    .where('kind', '=', kind)
    .where('projectId', '=', projectId)
    .where('runAfter', '>', soon)
    .execute();
  if (afterMs === 0) await store.signal.send(store.db);
}

/** Releases the work of a dead process. It is due, also when the clock has been set back since. */
export async function releaseHolder(store: Store, holder: string): Promise<void> {
  const now = clock(store);
  const runAfter = sql<number>`case when "runAfter" > ${now} then ${now} else "runAfter" end`;
  await store.db
    .updateTable('work')
    .set({ leaseUntil: 0, holder: null, runAfter })
    .where('holder', '=', holder)
    .execute();
}

function toWork({ id, kind, subject, projectId, input, attempt, tries }: Row): Work {
  return { id, kind, subject, projectId, input: input === null ? null : JSON.parse(input), attempt, tries };
}
