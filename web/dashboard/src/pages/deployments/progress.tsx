import type { Deployment } from '../../../../../src/protocol/manage/deployment-schema.ts';
import { Meter } from '../../charts/meter.tsx';
import { timeLeft } from './deployment-words.ts';

/** The progress of a running deployment; nothing once it has ended. */
export function Progress({ deployment: { progress, endedAt } }: { deployment: Deployment }) {
  if (progress === null || endedAt !== null) return null;
  const { phase, done, total, secondsLeft } = progress;
  return (
    <div className="grid gap-1.5">
      <p className="text-sm text-soft" role="status">
        {phase}: {done} of {total}
        {timeLeft(secondsLeft)}
      </p>
      <Meter value={done} max={total} label={phase} plain />
    </div>
  );
}
