import { type Deployment, type DeploymentProgress, setProgress } from '../store/deployments.ts';
import type { Store } from '../store/store.ts';
import { measureProgress, type Step } from './measure-progress.ts';
import { writeProgress } from './write-progress.ts';

/** Progress of work on a deployment's index that continues after it is live. */
export function reportWork(
  store: Store,
  deployment: Deployment,
  onProgress: (progress: DeploymentProgress) => void,
): (step: Step) => void {
  const write = writeProgress((progress) => setProgress(store, deployment, progress));
  return measureProgress((progress) => {
    onProgress(progress);
    write(progress);
  });
}
