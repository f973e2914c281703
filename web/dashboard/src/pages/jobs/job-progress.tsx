import { CircleCheck, CircleDashed, FileText } from 'lucide-react';
import { formatCost, formatMs, formatNumber } from '../../api/format.ts';
import type { Job } from '../../../../../src/protocol/manage/job-schema.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { phases } from './job-words.ts';

/** A job's phase and its cost so far. */
export function JobProgress({ job, listFiles }: { job: Job; listFiles: boolean }) {
  return (
    <>
      <Card title="Progress">
        <div className="grid gap-5">
          {job.status === 'active' && <Phases job={job} />}
          <JobFigures job={job} />
        </div>
      </Card>
      {job.todo.length > 0 && <TodoCard job={job} />}
      {listFiles && job.files.length > 0 && <FilesCard files={job.files} />}
    </>
  );
}

function Phases({ job }: { job: Job }) {
  const at = phases.findIndex(({ phase }) => phase === job.phase);
  return (
    <ol className="grid gap-1.5 text-sm">
      {phases.map(({ phase, word }, nth) => (
        <li
          key={phase}
          aria-current={nth === at ? 'step' : undefined}
          className={`flex items-center gap-2.5 ${nth === at ? 'font-medium text-ink' : nth < at ? 'text-soft' : 'text-faint'}`}
        >
          {nth < at ? (
            <CircleCheck size={16} aria-hidden className="shrink-0 text-good" />
          ) : (
            <CircleDashed
              size={16}
              aria-hidden
              className={`shrink-0 ${nth === at ? 'animate-pulse-soft text-accent' : ''}`}
            />
          )}
          {word}
          {nth < at && <span className="sr-only"> (done)</span>}
        </li>
      ))}
    </ol>
  );
}

function JobFigures({ job: { steps, usage, model, createdAt, updatedAt, endedAt } }: { job: Job }) {
  const { inputTokens, outputTokens, cachedInputTokens, costUsd } = usage;
  const rows = [
    { name: 'Steps', value: formatNumber(steps) },
    {
      name: 'Tokens',
      value: `${formatNumber(inputTokens)} in, ${formatNumber(outputTokens)} out`,
      hint: cachedInputTokens > 0 ? `${formatNumber(cachedInputTokens)} of them cached` : undefined,
    },
    { name: 'Cost', value: formatCost(costUsd * 1_000_000) },
    {
      name: endedAt === null ? 'So far' : 'Took',
      value: formatMs(Date.parse(endedAt ?? updatedAt) - Date.parse(createdAt)),
    },
    { name: 'Model', value: model === 'scripted' ? 'none: built-in fixer' : model },
  ];
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-sm">
      {rows.map(({ name, value, hint }) => (
        <div key={name} className="contents">
          <dt className="text-soft">{name}</dt>
          <dd className="min-w-0 text-right break-words tabular-nums">
            {value}
            {hint !== undefined && <span className="block text-xs text-faint">{hint}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function TodoCard({ job: { todo } }: { job: Job }) {
  const done = todo.filter((item) => item.done).length;
  return (
    <Card
      title="To do"
      action={
        <Badge>
          {done} of {todo.length}
        </Badge>
      }
    >
      <ul className="grid gap-2 text-sm">
        {todo.map(({ text, done }, nth) => {
          const Icon = done ? CircleCheck : CircleDashed;
          return (
            <li key={nth} className="flex items-start gap-2.5">
              <Icon
                size={16}
                aria-hidden
                className={`mt-0.5 shrink-0 ${done ? 'text-good' : 'text-faint'}`}
              />
              <span dir="auto" className={`min-w-0 break-words ${done ? 'text-soft' : ''}`}>
                {text}
                <span className="sr-only">{done ? ' (done)' : ' (open)'}</span>
              </span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

const maxFiles = 50;

function FilesCard({ files }: { files: string[] }) {
  return (
    <Card title="Files changed" action={<Badge>{files.length}</Badge>}>
      <ul className="grid gap-1.5 font-mono text-xs">
        {files.slice(0, maxFiles).map((file) => (
          <li key={file} className="flex items-center gap-2 text-soft" title={file}>
            <FileText size={14} aria-hidden className="shrink-0" />
            <span className="truncate">{file}</span>
          </li>
        ))}
      </ul>
      {files.length > maxFiles && (
        <p className="mt-2 text-xs text-faint">and {files.length - maxFiles} more</p>
      )}
    </Card>
  );
}
