import { rename, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import type { ContentWarning } from '../content/page.ts';
import { DocentError } from '../errors.ts';
import type { BuildResult } from '../retrieval/build-index.ts';
import { switchDeployment, updateDeployment } from '../store/deployments.ts';
import { inTransaction } from '../store/store.ts';
import { lockProject, requireWork } from '../store/work.ts';
import type { DeployResult } from './deploy-deps.ts';
import type { DeploymentRun } from './deployment-run.ts';
import { isFallback } from './log-run.ts';
import type { DocsRead } from './read-changes.ts';
import { removeOldIndexes } from './remove-old-indexes.ts';

/**
 * Makes a new index file the live one, in the transaction that checks the lease under which it was built.
 * @throws LostWork; DocentError `conflict` when the deployment was ended meanwhile
 */
export async function goLive(
  { deps: { store, indexFolder, travel }, fence, deployment, journal }: DeploymentRun,
  { base, docs }: DocsRead,
  { file, built, warnings }: { file: string; built: BuildResult; warnings: ContentWarning[] },
): Promise<DeployResult> {
  const { contentHash, added, changed, removed } = built;
  const outcome = {
    status: 'success' as const,
    commit: docs.commit,
    progress: null,
    endedAt: await store.now(),
  };
  if (base?.isOwn && base.deployment.contentHash === contentHash) {
    // The same pages: the earlier deployment stays, and gets its file back when that was damaged.
    if (base.pages === null) {
      await rename(file, base.file);
      await travel.publish(basename(base.file));
    } else await rm(file);
    journal.log('The pages are the same; the earlier deployment stays.');
    journal.end();
    await updateDeployment(store, deployment!, {
      ...outcome,
      ...journal.shown(),
      summary: 'Nothing has changed.',
    });
  } else {
    const pages = `${built.pages} ${built.pages === 1 ? 'page' : 'pages'}`;
    const summary = `${pages}: ${added} added, ${changed} changed, ${removed} removed.${describeFallbacks(warnings)}`;
    await travel.publish(basename(file));
    journal.log(summary);
    journal.end();
    const changes = { ...outcome, ...journal.shown(), summary, indexFile: basename(file), contentHash };
    const switched = await inTransaction(store, async (transaction) => {
      await lockProject(transaction, deployment!.projectId);
      await requireWork(transaction, fence);
      return switchDeployment(transaction, deployment!, changes);
    });
    if (!switched) throw new DocentError('conflict', 'The deployment was ended by another one.');
    await removeOldIndexes(store, indexFolder, deployment!.projectId);
  }
  return { ...built, warnings };
}

function describeFallbacks(warnings: ContentWarning[]): string {
  const files = new Set(warnings.filter(isFallback).map(({ file }) => file)).size;
  if (files === 0) return '';
  return ` ${files === 1 ? '1 page' : `${files} pages`} could not be read in full; the log says why.`;
}
