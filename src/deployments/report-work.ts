import type { DeploymentStep, StepName } from '../store/deploy-tables.ts';
import { type Deployment, type DeploymentProgress, setProgress } from '../store/deployments.ts';
import type { Store } from '../store/store.ts';
import { beginOf } from './journal.ts';
import { measureProgress, type Step } from './measure-progress.ts';

type WorkReport = {
  report(step: Step): void;
  /** @param how interrupted work continues later, on this server or another */
  end(how: { failed: boolean; isBrokenOff: boolean }): Promise<void>;
};

/** Reports a step of work on a deployment's index that continues after it is live, on whichever server. */
export async function reportWork(
  store: Store,
  deployment: Deployment,
  name: StepName,
  onProgress: (progress: DeploymentProgress) => void,
): Promise<WorkReport> {
  const earlier = deployment.steps.filter((one) => one.name !== name);
  const begun = deployment.steps.find((one) => one.name === name && one.endedAt === null);
  const step: DeploymentStep = beginOf(name, begun?.startedAt ?? (await store.now()));
  let written: Promise<void> = Promise.resolve();
  // In order: over several database connections, an earlier write could arrive last.
  const write = (progress: DeploymentProgress | null) =>
    (written = written
      .catch(() => {})
      .then(() => setProgress(store, deployment, { progress, steps: [...earlier, step] })));
  return {
    report: measureProgress((progress) => {
      Object.assign(step, { done: progress.done, total: progress.total });
      onProgress(progress);
    }, write),
    async end({ failed, isBrokenOff }) {
      if (!isBrokenOff) Object.assign(step, { failed, endedAt: await store.now() });
      await write(null);
    },
  };
}
