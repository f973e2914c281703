/**
 * The state of a gap with a job: `working` until the change is merged, `merged` until its docs are live and were asked
 * the questions again.
 */
export type GapLoopState = 'working' | 'merged' | 'solved' | 'reopened';

/** Whether the gap waits for its job, its pull request or its proof. */
export const gapStatesUnderWay = ['working', 'merged'] as const satisfies GapLoopState[];

export const isGapUnderWay = (loop: { state: GapLoopState } | undefined): boolean =>
  gapStatesUnderWay.some((state) => state === loop?.state);
