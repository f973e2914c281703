import type { Log } from '../lib/log.ts';
import type { Store } from '../store/store.ts';
import { claimWork, listDue, releaseHolder, scheduleWork, type Work } from '../store/work.ts';
import { endHolder, isDead, newHolder } from './holder.ts';
import { createLeases, type LeaseTimes, leaseTimes } from './leases.ts';
import { settle } from './settle.ts';
import type { WorkKind } from './work-kind.ts';

/** The background worker of a process. */
export type Engine = {
  /** Puts running work back into the queue, and resolves when it has ended. @param reason the signals' abort reason */
  stop(reason?: Error): Promise<void>;
};

type EngineOptions = {
  kinds: WorkKind[];
  /** This server, for work that needs its files. */
  place: string;
  log: Log;
  times?: LeaseTimes;
  /** Milliseconds between two polls without signals. */
  lookMs?: number;
};

/** PostgreSQL signals all servers; other processes that share a SQLite file get no signal. */
const defaultLookMs = { sqlite: 5_000, postgres: 10_000 };

/** Milliseconds for which other servers leave new work to the one that requested it. */
const othersFirstMs = 500;

/** Starts to work on the given kinds: queued work, work of dead processes, and all later requests. */
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

  /** Polls now; requests during a poll cause one more. */
  function look(): void {
    if (isStopped()) return;
    lookAgain = true;
    looking ??= lookWhileAsked().finally(() => (looking = null));
  }

  /** Leaves other servers' requests to them first: they have the files at hand, and their callers look there first. */
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

  /** @returns milliseconds until the next poll */
  async function lookOnce(): Promise<number> {
    // Work may have been withdrawn from this process.
    await leases.beat();
    const free = kinds.filter(hasPlace);
    const due = await listDue(
      store,
      free.map(({ name }) => name),
      place,
    );
    await releaseDead(due.flatMap((each) => each.holder ?? []));
    const waiting = new Set(due.filter(({ inMs }) => inMs <= 0).map(({ kind }) => kind));
    for (const kind of free) if (waiting.has(kind.name)) await claimAll(kind);
    const later = due.map(({ inMs }) => inMs).filter((inMs) => inMs > 0);
    // A little later, so that the first lease has surely expired.
    return Math.min(lookMs, ...later) + 5;
  }

  /** Processes that share a SQLite file run on one machine, so that dead ones can be detected. */
  async function releaseDead(holders: string[]): Promise<void> {
    if (store.kind !== 'sqlite') return;
    for (const each of new Set(holders)) {
      if (!isDead(each)) continue;
      await releaseHolder(store, each);
      lookAgain = true;
    }
  }

  async function claimAll(kind: WorkKind): Promise<void> {
    while (hasPlace(kind) && !isStopped()) {
      const work = await claimWork(store, {
        kind: kind.name,
        maxPerProject: kind.maxPerProject ?? null,
        // Leaves one place to other organizations.
        maxPerOrganization: kind.maxAtOnce > 1 ? kind.maxAtOnce - 1 : null,
        // Withdrawn work is claimed again only after it has stopped here.
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
