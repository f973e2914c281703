import { monthMs } from './month-tables.ts';
import type { TimeRange } from './paging.ts';

/** A period as whole months, first and last included, and the times around them; `null` when it is too short for that. */
export type WholeMonths = { first: number; last: number; around: Required<TimeRange>[] };

/** Fewer are not worth a second query. */
const minMonths = 2;

/** @param to exclusive; milliseconds since 1970, as `from` */
export function wholeMonths({ from, to }: Required<TimeRange>): WholeMonths | null {
  const first = Math.ceil(from / monthMs);
  const last = Math.floor(to / monthMs) - 1;
  if (last - first + 1 < minMonths) return null;
  return {
    first,
    last,
    around: [
      { from, to: first * monthMs },
      { from: (last + 1) * monthMs, to },
    ],
  };
}
