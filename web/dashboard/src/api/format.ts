const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });
const dateTime = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
const day = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });

export const formatNumber = (value: number) => (Math.abs(value) < 100_000 ? whole : compact).format(value);
/** A share in percent; a dash for 0 of 0. */
export const formatShare = (part: number, of: number) => (of === 0 ? '–' : percent.format(part / of));
export const formatDateTime = (iso: string) => dateTime.format(new Date(iso));
/** `2026-11-21` as `Nov 21`. */
export const formatDay = (date: string) => day.format(new Date(date));

export function formatMs(ms: number | null): string {
  if (ms === null) return '–';
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;
}

/** ` · $0.12` for the end of a line; nothing for what cost nothing, as without a language model. */
export const costAfter = (micros: number) => (micros === 0 ? '' : ` · ${formatCost(micros)}`);

export function formatCost(micros: number): string {
  if (micros === 0) return '–';
  const dollars = micros / 1_000_000;
  return dollars < 0.01 ? `$${dollars.toFixed(4)}` : `$${dollars.toFixed(2)}`;
}

const steps = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** `5 min. ago`, `in 3 days`. */
export function formatAgo(iso: string, now = Date.now()): string {
  const seconds = (Date.parse(iso) - now) / 1_000;
  const [unit, size] = steps.find(([, size]) => Math.abs(seconds) >= size) ?? (['second', 1] as const);
  return Math.abs(seconds) < 45 ? 'just now' : relative.format(Math.trunc(seconds / size), unit);
}

/** The ISO date of the day so many days ago. */
export const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
