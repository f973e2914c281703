import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { DocentError } from '../errors.ts';
import { newId } from '../lib/ids.ts';
import { findTurnHolder, giveTurnBack, renewTurn, takeTurn } from '../store/deploy-turns.ts';
import type { Store } from '../store/store.ts';

/** A process that falls silent for so long has lost its turn. */
const turnMs = 30_000;
const renewEveryMs = 8_000;
const askAgainMs = 100;

/** The turns that this process has. */
const held = new Set<string>();

/**
 * Does `work` while nobody else, in this process or another one, works on the project's docs; waits until it may.
 * @param work its signal aborts when the turn was lost, after which nothing must be written
 * @param stop ends the waiting
 */
export async function inTurn<Result>(
  store: Store,
  projectId: string,
  work: (signal: AbortSignal) => Promise<Result>,
  stop?: AbortSignal,
): Promise<Result> {
  for (;;) {
    stop?.throwIfAborted();
    const done = await tryTurn(store, projectId, work);
    if (done !== 'busy') return done.result;
    await sleep(askAgainMs, undefined, stop && { signal: stop }).catch(() => stop?.throwIfAborted());
  }
}

/** As `inTurn`, but does not wait. */
export async function tryTurn<Result>(
  store: Store,
  projectId: string,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<{ result: Result } | 'busy'> {
  const turn = { projectId, holder: [hostname(), process.pid, newId('turn')].join(':') };
  held.add(turn.holder);
  try {
    if (!(await takeTurn(store, turn, turnMs)) && !(await takeFromTheDead(store, turn))) return 'busy';
    return { result: await keepTurn(store, turn, work) };
  } finally {
    held.delete(turn.holder);
  }
}

type Turn = { projectId: string; holder: string };

async function keepTurn<Result>(
  store: Store,
  turn: Turn,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const lost = new AbortController();
  const message = 'Another server took this deployment over.';
  const heartbeat = setInterval(() => {
    renewTurn(store, turn, turnMs).then(
      (kept) => kept || lost.abort(new DocentError('conflict', message)),
      // The database may be away for a moment; if it stays away, nothing can be written anyway.
      () => {},
    );
  }, renewEveryMs);
  try {
    return await work(lost.signal);
  } finally {
    clearInterval(heartbeat);
    await giveTurnBack(store, turn);
  }
}

/** Processes that share a SQLite file are on one machine, where it can be seen that one of them is gone. */
async function takeFromTheDead(store: Store, turn: Turn): Promise<boolean> {
  if (store.kind !== 'sqlite') return false;
  const holder = await findTurnHolder(store, turn.projectId);
  if (holder !== undefined && !isDead(holder)) return false;
  if (holder !== undefined) await giveTurnBack(store, { projectId: turn.projectId, holder });
  return takeTurn(store, turn, turnMs);
}

function isDead(holder: string): boolean {
  const [host, pid] = holder.split(':');
  if (host !== hostname() || held.has(holder)) return false;
  return Number(pid) === process.pid || !isRunning(Number(pid));
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
