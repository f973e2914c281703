import type { Log } from '../lib/log.ts';
import type { Store } from '../store/store.ts';
import { finishWork, LostWork, putBackWork, type Tries, type Work } from '../store/work.ts';
import type { WorkKind } from './work-kind.ts';

/** Runs work and records the outcome. Never rejects: if recording fails, the lease expires and the work is retried. */
export async function settle(
  store: Store,
  kind: WorkKind,
  work: Work,
  signal: AbortSignal,
  log: Log,
): Promise<void> {
  const fields = { kind: kind.name, subject: work.subject };
  try {
    await writeOutcome(store, work, await outcomeOf(kind, work, signal, (error) => log.warn({ ...fields, error }, 'background work failed'))); // prettier-ignore
  } catch (error) {
    log.error({ ...fields, error }, 'the end of background work could not be written');
  }
}

type Outcome = 'done' | 'lost' | { afterMs: number; tries?: Tries };

async function outcomeOf(
  kind: WorkKind,
  work: Work,
  signal: AbortSignal,
  onError: (error: unknown) => void,
): Promise<Outcome> {
  const { schedule, retryAfterMs } = kind;
  try {
    const again = await kind.handle(work, signal);
    return again ?? (schedule === undefined ? 'done' : { afterMs: schedule.everyMs, tries: 'reset' });
  } catch (error) {
    if (error instanceof LostWork || signal.reason instanceof LostWork) return 'lost';
    if (signal.aborted) return { afterMs: 0, tries: 'undone' };
    onError(error);
    const afterMs = schedule?.everyMs ?? retryAfterMs[work.tries - 1];
    return afterMs === undefined ? 'done' : { afterMs };
  }
}

async function writeOutcome(store: Store, work: Work, outcome: Outcome): Promise<void> {
  if (outcome === 'lost') return;
  if (outcome === 'done') await finishWork(store, work);
  else await putBackWork(store, work, outcome);
}
