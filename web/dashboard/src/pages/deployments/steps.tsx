import { Check, Circle, LoaderCircle, X } from 'lucide-react';
import { formatMs, formatNumber } from '../../api/format.ts';
import type { WholeDeployment } from '../../../../../src/protocol/manage/deployment-schema.ts';
import { Meter } from '../../charts/meter.tsx';
import { timeLeft } from './deployment-words.ts';

type Step = WholeDeployment['steps'][number];

const words: Record<Step['name'], { name: string; of: string }> = {
  queued: { name: 'Waiting', of: '' },
  reading: { name: 'Reading the sources', of: 'pages' },
  parsing: { name: 'Parsing pages', of: 'files' },
  indexing: { name: 'Indexing words', of: '' },
  live: { name: 'Going live', of: '' },
  vectors: { name: 'Adding meaning', of: 'sections' },
};

const usual = ['queued', 'reading', 'parsing', 'indexing', 'live'] as const;

/** The past, present and next steps of a deployment, with counts and the remaining time. */
export function Steps({ deployment }: { deployment: WholeDeployment }) {
  const { steps, status, endedAt, secondsLeft, progress } = deployment;
  if (steps.length === 0) return null;
  const isOpen = endedAt === null;
  const names = isOpen
    ? [...new Set([...steps.map(({ name }) => name), ...usual])]
    : steps.map(({ name }) => name);
  const progressLeft = isOpen ? null : (progress?.secondsLeft ?? null);
  return (
    <div className="grid gap-3">
      {isOpen && (
        <p className="text-sm text-soft" role="status">
          {status === 'queued' ? 'Waiting for its turn' : 'Under way'}
          {secondsLeft === null ? '' : timeLeft(secondsLeft)}
        </p>
      )}
      <ol className="grid gap-2 text-sm" aria-label="Steps">
        {names.map((name) => (
          <StepRow
            key={name}
            name={name}
            step={steps.find((step) => step.name === name)}
            secondsLeft={name === 'vectors' ? progressLeft : null}
          />
        ))}
      </ol>
    </div>
  );
}

function StepRow({
  name,
  step,
  secondsLeft,
}: {
  name: Step['name'];
  step: Step | undefined;
  secondsLeft: number | null;
}) {
  const isRunning = step !== undefined && step.endedAt === null;
  const { name: title, of } = words[name];
  const counted = step?.total != null && step.total > 0;
  return (
    <li className="grid grid-cols-[1.25rem_minmax(0,1fr)_auto] items-center gap-x-2.5 gap-y-1">
      <StepIcon step={step} />
      <span className={step === undefined ? 'text-faint' : isRunning ? 'font-medium' : ''}>
        {title}
        {counted && (
          <span className="font-normal text-soft">
            {' '}
            {step.done === step.total ? '' : `${formatNumber(step.done ?? 0)} of `}
            {formatNumber(step.total!)} {of}
            {timeLeft(secondsLeft)}
          </span>
        )}
        <span className="sr-only">{stateOf(step)}</span>
      </span>
      <span className="text-xs text-faint tabular-nums">
        {step?.endedAt != null && formatMs(Date.parse(step.endedAt) - Date.parse(step.startedAt))}
      </span>
      {isRunning && counted && (
        <span className="col-start-2">
          <Meter value={step.done ?? 0} max={step.total!} label={title} plain />
        </span>
      )}
    </li>
  );
}

function stateOf(step: Step | undefined): string {
  if (step === undefined) return ' (to come)';
  if (step.endedAt === null) return ' (under way)';
  return step.failed ? ' (failed)' : ' (done)';
}

function StepIcon({ step }: { step: Step | undefined }) {
  if (step === undefined) return <Circle size={15} aria-hidden className="text-edge" />;
  if (step.endedAt === null)
    return <LoaderCircle size={15} aria-hidden className="text-accent motion-safe:animate-spin" />;
  return step.failed ? (
    <X size={15} aria-hidden className="text-bad" />
  ) : (
    <Check size={15} aria-hidden className="text-good" />
  );
}
