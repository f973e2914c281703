import { daysAgo } from '../api/format.ts';
import { smallBox } from './field.tsx';

/** A period in the address: the last days, or from one date to another. */
export type PeriodSearch = { days?: number; from?: string; to?: string };

const date = /^\d{4}-\d{2}-\d{2}$/;
const isDate = (value: unknown): value is string => typeof value === 'string' && date.test(value);

export function readPeriod({ days, from, to }: Record<string, unknown>): PeriodSearch {
  if (isDate(from) && isDate(to)) return { from, to };
  return typeof days === 'number' ? { days } : {};
}

/** The period for the API; the last day is included. */
export function rangeOf({ days, from, to }: PeriodSearch, usual: number | undefined = 30) {
  if (from !== undefined && to !== undefined) {
    const next = new Date(Date.parse(to) + 86_400_000).toISOString().slice(0, 10);
    return { dateFrom: from, dateTo: next };
  }
  const last = days ?? usual;
  return last === undefined ? {} : { dateFrom: daysAgo(last) };
}

/** The same for a list that defaults to any time. */
export const withUsual = (time: PeriodSearch): PeriodSearch =>
  time.from === undefined ? { days: 30, ...time } : time;

/** Chooses the period of a page. */
export function Period({
  value,
  usual,
  onChange,
}: {
  value: PeriodSearch;
  /** The default number of days; undefined: any time. */
  usual?: number;
  onChange(value: PeriodSearch): void;
}) {
  const isCustom = value.from !== undefined && value.to !== undefined;
  const choose = (chosen: string) => {
    if (chosen === 'custom') onChange({ from: daysAgo(30), to: daysAgo(0) });
    else onChange(chosen === String(usual ?? '') ? {} : { days: Number(chosen) });
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      <select
        aria-label="Time"
        className={smallBox}
        value={isCustom ? 'custom' : String(value.days ?? usual ?? '')}
        onChange={(event) => choose(event.target.value)}
      >
        {usual === undefined && <option value="">Any time</option>}
        <option value="1">Since yesterday</option>
        <option value="7">7 days</option>
        <option value="30">30 days</option>
        <option value="90">90 days</option>
        <option value="365">A year</option>
        <option value="custom">From … to …</option>
      </select>
      {isCustom && (
        <>
          <input
            type="date"
            aria-label="From"
            className={smallBox}
            value={value.from}
            max={value.to}
            onChange={({ target }) => isDate(target.value) && onChange({ ...value, from: target.value })}
          />
          <input
            type="date"
            aria-label="To"
            className={smallBox}
            value={value.to}
            min={value.from}
            onChange={({ target }) => isDate(target.value) && onChange({ ...value, to: target.value })}
          />
        </>
      )}
    </div>
  );
}
