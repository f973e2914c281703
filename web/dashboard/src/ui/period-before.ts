import { daysAgo } from '../api/format.ts';

const dayMs = 86_400_000;

/** The equally long period before one, in whole days (UTC). */
export function periodBefore({ days = 30, from, to }: { days?: number; from?: string; to?: string }) {
  if (from === undefined || to === undefined) return { from: daysAgo(2 * days), to: daysAgo(days + 1) };
  const length = Date.parse(to) - Date.parse(from) + dayMs;
  return { from: isoDay(Date.parse(from) - length), to: isoDay(Date.parse(from) - dayMs) };
}

const isoDay = (time: number) => new Date(time).toISOString().slice(0, 10);
