import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { entryPoint } from '../../lib/entry-point.ts';
import { startThread, type Thread } from '../../lib/thread.ts';
import { loadVectors } from './load-vectors.ts';
import type { ScanAnswer, ScanWorkerData } from './scan-worker.ts';
import type { VectorScan } from './vector-scan.ts';

/** The cosine of a query with every section's vector, by section, and how many have one; null when none has. */
type Comparison = { similarities: Float32Array; count: number } | null;

/** Compares a query with an index's vectors, which the first call loads. One call at a time: the next overwrites its result. */
type Compare = (query: Float32Array) => Promise<Comparison>;

/** In this thread. @param count of sections, with section 0 */
export function compareHere(database: DatabaseSync, count: number): Compare {
  let loading: Promise<VectorScan | null> | undefined;
  return async (query) => {
    const scan = await (loading ??= loadVectors(database, count));
    return scan && { similarities: scan.similarities(query), count: scan.count() };
  };
}

/** Vectors that were read and copied: with more room, tens of megabytes of them wait to be collected. */
const youngMegabytes = 2;

/** Milliseconds until a thread that died is started again, at first and at most. */
const [firstPauseMs, mostPauseMs] = [1_000, 60_000];

type ScanThread = Thread<Float32Array, ScanAnswer>;

/**
 * In a thread of its own: of 100,000 sections it takes as long as the search by words, which goes on meanwhile. What that
 * thread cannot compare, because it died or the file's name is gone or taken by another file, is compared in this one.
 */
export function compareInThread(
  database: DatabaseSync,
  file: string,
  count: number,
  start: (data: ScanWorkerData, onFailure: () => void) => ScanThread = startScanThread,
): Compare {
  const shared = new SharedArrayBuffer(4 * count);
  const data: ScanWorkerData = { file, inode: statSync(file).ino, shared };
  const similarities = new Float32Array(shared);
  let thread: ScanThread | undefined;
  let here: Compare | undefined;
  let [pauseMs, notBefore] = [firstPauseMs, 0];
  const rest = () => {
    thread = undefined;
    notBefore = performance.now() + pauseMs;
    pauseMs = Math.min(2 * pauseMs, mostPauseMs);
  };
  const askThread = async (query: Float32Array): Promise<ScanAnswer | undefined> => {
    if (thread === undefined && performance.now() < notBefore) return undefined;
    thread ??= start(data, rest);
    return thread.ask(query).catch(() => undefined);
  };
  return async (query) => {
    const answer = await askThread(query);
    if (answer === undefined) return (here ??= compareHere(database, count))(query);
    // The vectors are in the thread's memory again.
    here = undefined;
    pauseMs = firstPauseMs;
    return answer.count === null ? null : { similarities, count: answer.count };
  };
}

export function startScanThread(data: ScanWorkerData, onFailure: () => void): ScanThread {
  const module = entryPoint(new URL('./scan-worker.ts', import.meta.url));
  return startThread('comparison of vectors', module, data, { youngMegabytes, onFailure });
}
