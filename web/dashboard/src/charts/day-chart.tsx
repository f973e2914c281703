import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { formatDay, formatNumber } from '../api/format.ts';
import type { Day } from '../../../../src/protocol/manage/usage.ts';

export type Series = { name: string; color: string; value(day: Day): number };

/** What happened each day, stacked. The table for those who cannot see it is beside it, not here. */
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
            labelFormatter={(date) => formatDay(String(date))}
            formatter={(value) => formatNumber(Number(value))}
            cursor={{ fill: 'var(--color-hover)' }}
            contentStyle={{
              background: 'var(--color-panel)',
              border: '1px solid var(--color-line)',
              borderRadius: 10,
              fontSize: 13,
            }}
            labelStyle={{ color: 'var(--color-ink)', fontWeight: 600 }}
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
