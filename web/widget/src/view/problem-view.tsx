import { useEffect, useState } from 'preact/hooks';
import type { Problem } from '../chat/types.ts';
import type { LabelName } from '../text/en.ts';
import { useSession } from './session.ts';

/** A message for readers, and an action where there is one. */
export function ProblemView({ problem, onRetry }: { problem: Problem; onRetry(): void }) {
  const { say } = useSession();
  const seconds = useCountdown(problem.retryAt);
  const label = `problem${problem.kind[0]!.toUpperCase()}${problem.kind.slice(1)}` as LabelName;
  const mayRetry = !['setup', 'tooLong', 'usedUp'].includes(problem.kind);
  return (
    <div class="problem">
      {/* Announced once, with the time: reading a countdown aloud helps nobody. */}
      <p role="alert" class="unseen">
        {say(label, { seconds: useState(seconds)[0] })}
      </p>
      <p aria-hidden="true">{say(label, { seconds })}</p>
      {mayRetry && (
        <button type="button" class="plain" disabled={seconds > 0} onClick={onRetry}>
          {say('retry')}
        </button>
      )}
    </div>
  );
}

/** Seconds until a time; 0 in the past, or without a time. */
function useCountdown(until: number | undefined): number {
  const left = () => (until === undefined ? 0 : Math.max(0, Math.ceil((until - Date.now()) / 1_000)));
  const [seconds, setSeconds] = useState(left);
  useEffect(() => {
    setSeconds(left());
    const timer = setInterval(() => {
      setSeconds(left());
      if (left() === 0) clearInterval(timer);
    }, 1_000);
    return () => clearInterval(timer);
  }, [until]);
  return seconds;
}
