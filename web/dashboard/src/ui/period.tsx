import { daysAgo } from '../api/format.ts';
import { smallBox } from './field.tsx';
import { isDate, type PeriodSearch } from './period-search.ts';

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
          <span className="text-xs text-faint">Days are in UTC</span>
        </>
      )}
    </div>
  );
}
