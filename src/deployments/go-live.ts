import { rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ContentWarning } from '../content/page.ts';
import { DocentError } from '../errors.ts';
import type { BuildResult } from '../retrieval/build-index.ts';
import { forgetOldIndexFiles } from '../store/deployment-queue.ts';
import { type Deployment, switchDeployment, updateDeployment } from '../store/deployments.ts';
import { inTransaction } from '../store/store.ts';
import { lockProject, requireWork } from '../store/work.ts';
import type { DeployResult } from './deploy-deps.ts';
import { type DeploymentRun, endSteps } from './deployment-run.ts';
import { describeFaults, isFallback } from './log-run.ts';
import type { DocsRead } from './read-changes.ts';

/** Index files that are kept: enough for rollbacks, and for answers that still use the previous one. */
const kept = 5;

/**
 * Makes a new index file the live one, in the transaction that checks the lease under which it was built.
 * @throws LostWork; DocentError `conflict` when the deployment was ended meanwhile
 */
export async function goLive(
  run: DeploymentRun,
  deployment: Deployment,
  { base, docs }: DocsRead,
  { file, built, warnings }: { file: string; built: BuildResult; warnings: ContentWarning[] },
): Promise<DeployResult> {
  const { store, indexFolder, travel } = run.deps;
  const { contentHash, added, changed, removed } = built;
  const outcome = { status: 'success', commit: docs.commit } as const;
  if (base?.isOwn && base.deployment.contentHash === contentHash) {
    // The same pages: the earlier deployment stays, and gets its file back when that was damaged.
    if (base.pages === null) {
      await rename(file, base.file);
      await travel.publish(basename(base.file));
    } else await rm(file);
    run.journal.log('The pages are the same; the earlier deployment stays.');
    const summary = `Nothing has changed.${describeFaults(docs.faults)}`;
    await updateDeployment(store, deployment, { ...outcome, ...(await endSteps(run)), summary });
  } else {
    const pages = `${built.pages} ${built.pages === 1 ? 'page' : 'pages'}`;
    const summary = `${pages}: ${added} added, ${changed} changed, ${removed} removed.${describeFallbacks(warnings)}${describeFaults(docs.faults)}`;
    const indexFile = basename(file);
    await travel.publish(indexFile);
    run.journal.log(summary);
    const changes = { ...outcome, ...(await endSteps(run)), summary, indexFile, contentHash };
    const switched = await inTransaction(store, async (transaction) => {
      await lockProject(transaction, deployment.projectId);
      await requireWork(transaction, run.fence);
      return switchDeployment(transaction, deployment, changes);
    });
    if (!switched) throw new DocentError('conflict', 'The deployment was ended by another one.');
    // Open files stay readable.
    for (const old of await forgetOldIndexFiles(store, deployment.projectId, kept))
      await rm(join(indexFolder, old), { force: true });
  }
  return { ...built, warnings };
}

function describeFallbacks(warnings: ContentWarning[]): string {
  const files = new Set(warnings.filter(isFallback).map(({ file }) => file)).size;
  if (files === 0) return '';
  return ` ${files === 1 ? '1 page' : `${files} pages`} could not be read in full; the log says why.`;
}
