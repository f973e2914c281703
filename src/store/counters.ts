import { type RawBuilder, sql } from 'kysely';
import { DiskFull } from './disk-full.ts';
import type { Limit, LimitState } from './limit.ts';
import { prepare } from './prepared.ts';
import type { Store } from './store.ts';

type Consumption = { admitted: boolean; states: LimitState[] };

/**
 * Takes one use of every limit, or of none when one is used up. Exact under any concurrency, also across processes: one
 * statement locks the rows in the order of their keys, so callers cannot deadlock, and the table's check undoes the
 * whole statement when another process has just taken the last use. Must run outside a transaction. While the disk is
 * full, this process counts in memory.
 */
export async function consume(store: Store, limits: Limit[]): Promise<Consumption> {
  try {
    return await consumeStored(store, limits);
  } catch (error) {
    if (error instanceof DiskFull) return consumeInMemory(limits);
    throw error;
  }
}

async function consumeStored(store: Store, limits: Limit[]): Promise<Consumption> {
  const rows = limits.every(({ limit }) => limit > 0) ? await takeAll(store, limits) : [];
  if (rows.length === limits.length) {
    if (rows.some((row) => row.used === 1)) await prune(store);
    return { admitted: true, states: toStates(limits, rows) };
  }
  const states = await peek(store, limits);
  const fullNoMore = states.every(({ remaining }) => remaining > 0);
  return fullNoMore ? consumeStored(store, limits) : { admitted: false, states };
}

/** The state of limits, without using them. */
export async function peek(store: Store, limits: Limit[]): Promise<LimitState[]> {
  if (limits.length === 0) return [];
  const now = clock(store);
  const { rows } = await sql<CounterRow>`
    with wanted (key, most, "windowMs") as (${values(limits)})
    select counters.key, counters.used, counters."resetAt" - ${now} as "resetMs"
    from counters join wanted on wanted.key = counters.key
    where ${isOpen(now)}`.execute(store.db);
  return toStates(limits, rows);
}

type CounterRow = { key: string; used: number; resetMs: number };

async function takeAll(store: Store, limits: Limit[]): Promise<CounterRow[]> {
  if (limits.length === 0) return [];
  try {
    return await take(
      store,
      limits.flatMap(({ key, limit, windowMs }) => [key, limit, windowMs]),
    );
  } catch (error) {
    if (error instanceof Error && error.message.includes('withinLimit')) return [];
    throw error;
  }
}

/** Given key, limit and window of each. */
const take = prepare((store, given: (string | number)[]) => {
  const limits = Array.from({ length: Object.keys(given).length / 3 }, (_, nth) => nth * 3).map((at) => ({
    key: given[at] as string,
    limit: given[at + 1] as number,
    windowMs: given[at + 2] as number,
  }));
  const now = clock(store);
  const fresh = sql`(counters."resetAt" > ${now} and counters."resetAt" <= 2 * excluded."resetAt" - ${now})`;
  const query = sql<CounterRow>`
    with wanted (key, most, "windowMs") as (${values(limits)})
    insert into counters (key, used, most, "resetAt")
    select key, 1, most, ${now} + "windowMs" from wanted
    where not exists (
      select 1 from counters join wanted on wanted.key = counters.key
      where ${isOpen(now)} and counters.used >= wanted.most
    )
    order by key
    on conflict (key) do update set
      used = case when ${fresh} then counters.used + 1 else 1 end,
      most = excluded.most,
      "resetAt" = case when ${fresh} then counters."resetAt" else excluded."resetAt" end
    returning key, used, "resetAt" - ${now} as "resetMs"`;
  return [query];
});

/** Deletes expired windows, a bounded number at a time; called when a window begins, so that the table stays small. */
async function prune(store: Store): Promise<void> {
  // Skips locked rows: waiting for them could deadlock.
  const lock = store.kind === 'postgres' ? sql`for update skip locked` : sql``;
  await sql`
    delete from counters where key in (
      select key from counters where "resetAt" <= ${clock(store)} order by "resetAt" limit 100 ${lock}
    )`.execute(store.db);
}

function clock(store: Store): RawBuilder<number> {
  return store.kind === 'postgres'
    ? sql`(extract(epoch from statement_timestamp()) * 1000)::int8`
    : sql`cast(unixepoch('subsec') * 1000 as integer)`;
}

function values(limits: Limit[]): RawBuilder<unknown> {
  const rows = limits.map(
    ({ key, limit, windowMs }) =>
      sql`(cast(${key} as text), cast(${limit} as bigint), cast(${windowMs} as bigint))`,
  );
  return sql`values ${sql.join(rows)}`;
}

/** A window that ends more than two lengths from now was made before the clock was set back: it counts as expired. */
function isOpen(now: RawBuilder<number>): RawBuilder<boolean> {
  return sql`(counters."resetAt" > ${now} and counters."resetAt" <= ${now} + 2 * wanted."windowMs")`;
}

function toStates(limits: Limit[], rows: CounterRow[]): LimitState[] {
  return limits.map((limit) => {
    const row = rows.find(({ key }) => key === limit.key);
    if (!row) return { ...limit, remaining: limit.limit, resetMs: limit.windowMs };
    return { ...limit, remaining: Math.max(0, limit.limit - row.used), resetMs: Math.max(0, row.resetMs) };
  });
}

const counters = new Map<string, { used: number; resetAt: number }>();
const maxCounters = 100_000;

/**
 * Counts uses of limits in this process, while the database cannot: each server then allows as much as all servers
 * together should, which is better than no limit or no service.
 */
function consumeInMemory(limits: Limit[]): { admitted: boolean; states: LimitState[] } {
  const now = Date.now();
  if (counters.size > maxCounters) counters.clear();
  const open = limits.map(({ key, windowMs }) => {
    const known = counters.get(key);
    return known !== undefined && known.resetAt > now ? known : { used: 0, resetAt: now + windowMs };
  });
  const admitted = limits.every(({ limit }, nth) => open[nth]!.used < limit);
  if (admitted) {
    for (const [nth, { key }] of limits.entries()) {
      open[nth]!.used += 1;
      counters.set(key, open[nth]!);
    }
  }
  const states = limits.map((limit, nth) => ({
    ...limit,
    remaining: Math.max(0, limit.limit - open[nth]!.used),
    resetMs: open[nth]!.resetAt - now,
  }));
  return { admitted, states };
}
