import { ChartColumn } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { formatDay } from '../api/format.ts';
import type { Day } from '../../../../src/protocol/manage/usage-schema.ts';
import { Bone, EmptyState } from '../ui/states.tsx';
import { turnStates } from '../ui/turn-states.ts';
import type { Series } from './day-chart.tsx';

// Lazy, because the chart library is most of the page's code.
const DayChart = lazy(() => import('./day-chart.tsx').then((module) => ({ default: module.DayChart })));

const statuses = ['answered', 'partial', 'unanswered', 'failed'] as const;
const answers: Series[] = statuses.map((status) => ({
  name: turnStates[status].word,
  color: turnStates[status].color,
  value: (day) => day[status],
}));

/** At least so many days are shown. */
const fewestDays = 7;

/** The days from the first with an answer on: a new project's month would be empty but for its end. */
function fitted(days: Day[]): Day[] {
  const first = days.findIndex(({ answers }) => answers > 0);
  return days.slice(Math.max(0, Math.min(first, days.length - fewestDays)));
}

/** Answers per day by status, with the same numbers as a table. */
export function AnswersChart({ days: all }: { days: Day[] }) {
  const days = fitted(all);
  if (days.every((day) => day.answers === 0)) {
    return (
      <EmptyState icon={ChartColumn} title="No answers in this period">
        Each day’s answers show up here, by how they ended.
      </EmptyState>
    );
  }
  return (
    <figure className="grid gap-3">
      <figcaption className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-soft">
        {answers.map(({ name, color }) => (
          <span key={name} className="flex items-center gap-1.5">
            <svg viewBox="0 0 10 10" className="size-2.5" aria-hidden>
              <rect width="10" height="10" rx="2.5" fill={color} />
            </svg>
            {name}
          </span>
        ))}
      </figcaption>
      <Suspense fallback={<Bone className="h-60 lg:h-80" />}>
        <DayChart days={days} series={answers} />
      </Suspense>
      <details className="text-sm">
        <summary className="w-fit text-xs text-faint">As a table</summary>
        <div className="mt-2 max-h-72 overflow-auto" tabIndex={0} role="region" aria-label="Answers per day">
          <table className="w-full text-left text-xs tabular-nums">
            <thead>
              <tr>
                <th className="py-1 font-medium">Day</th>
                {answers.map(({ name }) => (
                  <th key={name} className="py-1 text-right font-medium">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {days.toReversed().map((day) => (
                <tr key={day.date} className="border-t border-line">
                  <th scope="row" className="py-1 font-normal">
                    {formatDay(day.date)}
                  </th>
                  {answers.map(({ name, value }) => (
                    <td key={name} className="py-1 text-right">
                      {value(day)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}
