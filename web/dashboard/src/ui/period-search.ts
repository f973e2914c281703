import { daysAgo } from '../api/format.ts';

/** A period in the address: the last days, or from one date to another. */
export type PeriodSearch = { days?: number; from?: string; to?: string };

const date = /^\d{4}-\d{2}-\d{2}$/;
const maxDays = 36_500;

export const isDate = (value: unknown): value is string =>
  typeof value === 'string' && date.test(value) && !Number.isNaN(Date.parse(value));

export function readPeriod({ days, from, to }: Record<string, unknown>): PeriodSearch {
  if (isDate(from) && isDate(to)) return { from, to };
  return typeof days === 'number' && days >= 0 && days <= maxDays ? { days } : {};
}

/** The period for the API; the last day is included. */
export function rangeOf({ days, from, to }: PeriodSearch, usual: number | 'any' = 30) {
  if (from !== undefined && to !== undefined) {
    const next = new Date(Date.parse(to) + 86_400_000).toISOString().slice(0, 10);
    return { dateFrom: from, dateTo: next };
  }
  const last = days ?? usual;
  return last === 'any' ? {} : { dateFrom: daysAgo(last) };
}

/** The period with its default filled in, for the filter that shows it. */
export const withUsual = (time: PeriodSearch): PeriodSearch =>
  time.from === undefined ? { days: 30, ...time } : time;
