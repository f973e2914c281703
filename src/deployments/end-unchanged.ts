import { contentHash } from '../retrieval/content-hash.ts';
import { readIndexInfo } from '../retrieval/index-file.ts';
import { setCommit, switchDeployment, updateDeployment } from '../store/deployments.ts';
import type { DeployResult } from './deploy-deps.ts';
import { type DeploymentRun, endSteps } from './deployment-run.ts';
import { describeFaults, logWarnings } from './log-run.ts';
import type { Base } from './read-base.ts';
import type { DocsRead } from './read-changes.ts';

/** Whether the index is up to date with what was read. */
export function isUnchanged(read: DocsRead): read is DocsRead & { base: Base } {
  const { base, docs, plan } = read;
  if (!base?.pages || !base.isOwn || plan.parse.length > 0 || plan.gone > 0) return false;
  const hashes = new Map(plan.keep.map(({ path, hash }) => [path, hash]));
  return contentHash(hashes, JSON.stringify(docs.guidance)) === base.deployment.contentHash;
}

/** Ends a run without changes. After a rollback, a requested deployment restores the newest docs. */
export async function endUnchanged(
  run: DeploymentRun,
  { base, docs, plan }: DocsRead & { base: Base },
): Promise<DeployResult> {
  const { project, deployment } = run;
  const { store } = run.deps;
  const { commit, warnings } = docs;
  if (commit !== null) await setCommit(store, base.deployment, commit);
  if (deployment !== null) {
    logWarnings(run.journal, warnings);
    const outcome = { status: 'success', commit, ...(await endSteps(run)) } as const;
    const isRolledBack = project.currentDeploymentId !== base.deployment.id;
    if (isRolledBack && deployment.cause === 'request') {
      const { indexFile, contentHash: hash } = base.deployment;
      const summary = 'The newest docs are live again, in place of the rolled-back ones.';
      await switchDeployment(store, deployment, { ...outcome, indexFile, contentHash: hash, summary });
    } else {
      const summary = `Nothing has changed.${describeFaults(docs.faults)}`;
      await updateDeployment(store, deployment, { ...outcome, summary });
    }
  }
  return unchangedResult(base.file, plan.keep.length, warnings);
}

export function unchangedResult(
  file: string,
  pages: number,
  warnings: DeployResult['warnings'],
): DeployResult {
  return { ...readIndexInfo(file), added: 0, changed: 0, removed: 0, unchanged: pages, warnings };
}
