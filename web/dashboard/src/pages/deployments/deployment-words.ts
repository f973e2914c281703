import type { Deployment } from '../../../../../src/protocol/manage/deployment-schema.ts';

/** The label of a deployment's cause. */
export const causeWords: Record<Deployment['cause'], string> = {
  request: 'asked for',
  start: 'when the server started',
  push: 'pushed',
  poll: 'found by looking',
  watch: 'a file was saved',
  recovery: 'tried again after a crash',
  rollback: 'rolled back',
};

/** `about 3 min`, from seconds. */
export function timeLeft(seconds: number | null): string {
  if (seconds === null) return '';
  return seconds < 90 ? `, about ${seconds} s left` : `, about ${Math.round(seconds / 60)} min left`;
}
