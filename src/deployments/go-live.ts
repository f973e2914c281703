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
import type { DocsRead } from './read-changes.ts';
import { removeOldIndexes } from './remove-old-indexes.ts';

/**
 * Makes a new index file the live one, in the transaction that checks the lease under which it was built.
 * @throws LostWork; DocentError `conflict` when the deployment was ended meanwhile
 */
export async function goLive(
  { deps: { store, indexFolder, travel }, fence, deployment }: DeploymentRun,
  { base, docs }: DocsRead,
  { file, built, warnings }: { file: string; built: BuildResult; warnings: ContentWarning[] },
): Promise<DeployResult> {
  const { contentHash, added, changed, removed } = built;
  const outcome = {
    status: 'success' as const,
    logs: logsOf(warnings),
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
    await updateDeployment(store, deployment!, { ...outcome, summary: 'Nothing has changed.' });
  } else {
    const pages = `${built.pages} ${built.pages === 1 ? 'page' : 'pages'}`;
    const summary = `${pages}: ${added} added, ${changed} changed, ${removed} removed.${describeFallbacks(warnings)}`;
    const changes = { ...outcome, summary, indexFile: basename(file), contentHash };
    await travel.publish(basename(file));
    const switched = await inTransaction(store, async (transaction) => {
      await lockProject(transaction, deployment!.projectId);
      await requireWork(transaction, fence);
      return switchDeployment(transaction, deployment!, changes);
    });
    if (!switched) throw new DocentError('conflict', 'The deployment was ended before it was done.');
    await removeOldIndexes(store, indexFolder, deployment!.projectId);
  }
  return { ...built, warnings };
}

/** A line for each warning; pages that fell back come first. */
function logsOf(warnings: ContentWarning[]): string[] {
  const [fellBack, others] = [warnings.filter(isFallback), warnings.filter((one) => !isFallback(one))];
  return [...fellBack, ...others].map(({ file, message }) => `${file}: ${message}`);
}

function isFallback({ fellBack }: ContentWarning): boolean {
  return fellBack === true;
}

function describeFallbacks(warnings: ContentWarning[]): string {
  const files = new Set(warnings.filter(isFallback).map(({ file }) => file)).size;
  if (files === 0) return '';
  return ` ${files === 1 ? '1 page' : `${files} pages`} could not be read in full; the log says why.`;
}
