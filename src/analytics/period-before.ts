import type { TimeRange } from '../store/paging.ts';

/** The equally long period before. */
export function periodBefore({ from, to }: Required<TimeRange>): Required<TimeRange> {
  return { from: 2 * from - to, to: from };
}
