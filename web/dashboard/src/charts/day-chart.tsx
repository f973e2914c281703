import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { formatDay, formatNumber } from '../api/format.ts';
import type { Day } from '../../../../src/protocol/manage/usage-schema.ts';

export type Series = { name: string; color: string; value(day: Day): number };

/** Counts per day, stacked. The caller shows the same data as a table for screen readers. */
export function DayChart({ days, series }: { days: Day[]; series: Series[] }) {
  return (
    <div className="h-60 lg:h-80">
      <ResponsiveContainer width="100%" height="100%">
        <BarChart data={days} margin={{ top: 8, right: 4, bottom: 0, left: 0 }} accessibilityLayer>
          <CartesianGrid vertical={false} stroke="var(--color-line)" />
          <XAxis
            dataKey="date"
            tickFormatter={formatDay}
            tickLine={false}
            axisLine={false}
            minTickGap={32}
            tick={{ fill: 'var(--color-faint)', fontSize: 12 }}
          />
          <YAxis
            width={44}
            tickFormatter={formatNumber}
            tickLine={false}
            axisLine={false}
            tick={{ fill: 'var(--color-faint)', fontSize: 12 }}
          />
          <Tooltip
            cursor={{ fill: 'var(--color-hover)' }}
            content={({ active, payload, label }) =>
              active === true && <DayTip date={String(label)} parts={payload} />
            }
          />
          {series.map(({ name, color, value }, at) => (
            <Bar
              key={name}
              name={name}
              dataKey={value}
              stackId="all"
              fill={color}
              maxBarSize={26}
              radius={at === series.length - 1 ? [3, 3, 0, 0] : 0}
              isAnimationActive={false}
            />
          ))}
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}

type Part = { name?: unknown; value?: unknown; color?: string | undefined };

/** The parts from top to bottom, and their total. */
function DayTip({ date, parts }: { date: string; parts: readonly Part[] }) {
  const total = parts.reduce((sum, { value }) => sum + Number(value), 0);
  return (
    <div className="rounded-xl border border-line bg-panel px-3 py-2 text-xs shadow-pop">
      <p className="font-semibold">{formatDay(date)}</p>
      <ul className="mt-1 grid gap-0.5 tabular-nums">
        {parts.toReversed().map(({ name, value, color }) => (
          <li key={String(name)} className="flex items-center gap-2">
            <svg viewBox="0 0 10 10" className="size-2.5" aria-hidden>
              <rect width="10" height="10" rx="2.5" fill={color ?? 'currentColor'} />
            </svg>
            <span className="flex-1 text-soft">{String(name)}</span>
            <span>{formatNumber(Number(value))}</span>
          </li>
        ))}
        <li className="mt-1 flex justify-between gap-4 border-t border-line pt-1 font-semibold">
          <span>Together</span>
          <span>{formatNumber(total)}</span>
        </li>
      </ul>
    </div>
  );
}
