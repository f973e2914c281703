import type { DeploymentStep, StepName } from '../store/deploy-tables.ts';

/** Maximum lines of a deployment's log, and characters per line; further lines are counted. */
const maxLines = 500;
const maxLetters = 500;

/** A deployment's steps and log, for people. */
export type Journal = {
  /** Ends the step under way and begins another one. */
  begin(name: StepName, total?: number): void;
  count(done: number, total: number): void;
  log(line: string): void;
  /** Ends the step under way. */
  end(failed: boolean): void;
  shown(): { steps: DeploymentStep[]; logs: string[] };
};

/**
 * @param queuedAt when it began to wait
 * @param now milliseconds by the database's clock
 */
export function createJournal(queuedAt: number, now: () => number): Journal {
  const steps: DeploymentStep[] = [beginOf('queued', queuedAt)];
  const lines: string[] = [];
  let unwritten = 0;
  const end = (failed = false) => {
    const current = steps.at(-1)!;
    if (current.endedAt === null) Object.assign(current, { endedAt: now(), failed });
  };
  return {
    begin(name, total) {
      end();
      steps.push(beginOf(name, now(), total));
    },
    count: (done, total) => void Object.assign(steps.at(-1)!, { done, total }),
    log(line) {
      if (lines.length === maxLines) unwritten++;
      else lines.push(line.replaceAll(/\s+/g, ' ').slice(0, maxLetters));
    },
    end,
    shown: () => ({
      steps: steps.map((one) => ({ ...one })),
      logs: unwritten === 0 ? [...lines] : [...lines, `… and ${unwritten} more lines.`],
    }),
  };
}

/** A step that has just begun. */
export function beginOf(name: StepName, startedAt: number, total?: number): DeploymentStep {
  const counts = total === undefined ? { done: null, total: null } : { done: 0, total };
  return { name, startedAt, endedAt: null, failed: false, ...counts };
}
