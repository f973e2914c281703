import { type DeploymentProgress, updateDeployment } from '../store/deployments.ts';
import type { Store } from '../store/store.ts';

const writeEveryMs = 300;

/** Writes a deployment's progress for others to see, now and then; `end` takes it away again. */
export function writeProgress(store: Store, deployment: { projectId: string; id: string }) {
  let writtenAt = -Infinity;
  let writing: Promise<unknown> = Promise.resolve();
  return {
    report(progress: DeploymentProgress) {
      const now = performance.now();
      if (now - writtenAt < writeEveryMs) return;
      writtenAt = now;
      // It only shows; that it cannot be written must not fail the deployment.
      writing = updateDeployment(store, deployment, { progress }).catch(() => {});
    },
    async end() {
      await writing;
      await updateDeployment(store, deployment, { progress: null });
    },
  };
}
