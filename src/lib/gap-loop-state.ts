/**
 * Where a gap is that a job was started for: `working` until the change is merged, `merged` until its docs are live and
 * were asked.
 */
export type GapLoopState = 'working' | 'merged' | 'solved' | 'reopened';

/** A job, its pull request or its proof is awaited. */
export const gapStatesUnderWay = ['working', 'merged'] as const satisfies GapLoopState[];

export const isGapUnderWay = (loop: { state: GapLoopState } | undefined): boolean =>
  gapStatesUnderWay.some((state) => state === loop?.state);
