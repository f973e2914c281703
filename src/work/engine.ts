import type { Log } from '../lib/log.ts';
import type { Store } from '../store/store.ts';
import { claimWork, listDue, releaseHolder, scheduleWork, type Work } from '../store/work.ts';
import { endHolder, isDead, newHolder } from './holder.ts';
import { createLeases, type LeaseTimes, leaseTimes } from './leases.ts';
import { settle } from './settle.ts';
import type { WorkKind } from './work-kind.ts';

/** The part of a process that does background work. */
export type Engine = {
  /** Hands over what is under way, and resolves when nothing is. @param reason what the signals abort with */
  stop(reason?: Error): Promise<void>;
};

type EngineOptions = {
  kinds: WorkKind[];
  /** This server, for work that is about its files. */
  place: string;
  log: Log;
  times?: LeaseTimes;
  /** Milliseconds between two looks when nobody says that there is work. */
  lookMs?: number;
};

/** Everybody is told of work on PostgreSQL; of a SQLite file's other processes nothing is heard. */
const defaultLookMs = { sqlite: 3_000, postgres: 10_000 };

/** Milliseconds in which the server that was asked may take its work itself. */
const othersFirstMs = 500;

/** Begins to do work of the given kinds: what waits, what a dead process left, and what is asked for from now on. */
export async function startEngine(store: Store, options: EngineOptions): Promise<Engine> {
  const { kinds, place, log, times = leaseTimes, lookMs = defaultLookMs[store.kind] } = options;
  const holder = newHolder();
  const leases = createLeases(store, times, log);
  const underWay = new Set<Promise<void>>();
  let looking: Promise<void> | null = null;
  let lookAgain = false;
  let stopReason: Error | null = null;
  let ended: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let soon: NodeJS.Timeout | undefined;

  const isStopped = () => stopReason !== null;
  const hasPlace = ({ name, maxAtOnce }: WorkKind) =>
    leases.held().filter(({ work }) => work.kind === name).length < maxAtOnce;

  /** Looks now; who asks meanwhile is answered by one more look. */
  function look(): void {
    if (isStopped()) return;
    lookAgain = true;
    looking ??= lookWhileAsked().finally(() => (looking = null));
  }

  /** Whoever is asked for work does it where that is possible: its files are at hand there, and people look there first. */
  function lookSoon(): void {
    soon ??= setTimeout(() => {
      soon = undefined;
      look();
    }, othersFirstMs).unref();
  }

  async function lookWhileAsked(): Promise<void> {
    clearTimeout(timer);
    let waitMs = lookMs;
    while (lookAgain && !isStopped()) {
      lookAgain = false;
      waitMs = await lookOnce().catch((error: unknown) => {
        log.warn({ error }, 'looking for work failed');
        return lookMs;
      });
    }
    timer = setTimeout(look, waitMs).unref();
  }

  /** @returns milliseconds until the next look */
  async function lookOnce(): Promise<number> {
    // Somebody may have taken away what is done here.
    await leases.beat();
    const free = kinds.filter(hasPlace);
    const due = await listDue(
      store,
      free.map(({ name }) => name),
      place,
    );
    await releaseDead(due.flatMap((each) => each.holder ?? []));
    for (const kind of free) if (due.some(({ kind: name }) => name === kind.name)) await claimAll(kind);
    const later = due.map(({ inMs }) => inMs).filter((inMs) => inMs > 0);
    return Math.min(lookMs, ...later);
  }

  /** Processes that share a SQLite file are on one machine, where it can be seen that one of them is gone. */
  async function releaseDead(holders: string[]): Promise<void> {
    if (store.kind !== 'sqlite') return;
    for (const each of new Set(holders)) if (isDead(each)) await releaseHolder(store, each);
  }

  async function claimAll(kind: WorkKind): Promise<void> {
    while (hasPlace(kind) && !isStopped()) {
      const work = await claimWork(store, {
        kind: kind.name,
        maxPerProject: kind.maxPerProject ?? null,
        // What was taken away from here is begun anew when it has ended here.
        except: leases.held().map(({ work: { id } }) => id),
        place,
        holder,
        leaseMs: times.leaseMs,
      });
      if (work === undefined) return;
      begin(kind, work);
    }
  }

  function begin(kind: WorkKind, work: Work): void {
    const controller = leases.keep(work);
    if (stopReason !== null) controller.abort(stopReason);
    const done = settle(store, kind, work, controller.signal, log).finally(() => {
      leases.release(work);
      underWay.delete(done);
      look();
    });
    underWay.add(done);
  }

  async function stop(reason: Error): Promise<void> {
    stopReason = reason;
    for (const { controller } of leases.held()) controller.abort(reason);
    await looking;
    clearTimeout(timer);
    clearTimeout(soon);
    while (underWay.size > 0) await Promise.all(underWay);
    await unlisten();
    endHolder(holder);
  }

  for (const { name, schedule } of kinds) {
    if (schedule !== undefined)
      await scheduleWork(store, { kind: name, subject: 'all', afterMs: schedule.firstMs });
  }
  const unlisten = await store.signal.listen((isOurs) => (isOurs ? look() : lookSoon()));
  look();
  return {
    stop: (reason = new Error('The server stops.')) => (ended ??= stop(reason)),
  };
}
