import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ContentWarning } from '../content/page.ts';
import { DocentError } from '../errors.ts';
import { buildIndex } from '../retrieval/build-index.ts';
import { type Deployment, switchDeployment, updateDeployment } from '../store/deployments.ts';
import type { DeployResult, DeployDeps } from './deploy.ts';
import type { Step } from './measure-progress.ts';
import type { Plan } from './plan-pages.ts';
import type { Base } from './read-base.ts';
import { readPages } from './read-pages.ts';
import type { ProjectDocs } from './read-sources.ts';
import { removeOldIndexes } from './remove-old-indexes.ts';

type Build = {
  base: Base | null;
  docs: ProjectDocs;
  plan: Plan;
  onStep: (step: Step) => void;
  signal?: AbortSignal | undefined;
};

/**
 * Builds a deployment's index file and makes it the one that answers.
 * @throws DocentError `conflict` when the deployment was ended meanwhile
 */
export async function buildDeployment(
  { store, indexFolder }: DeployDeps,
  deployment: Deployment,
  build: Build,
): Promise<DeployResult> {
  const { base, docs } = build;
  const indexFile = `${deployment.id}.sqlite`;
  const file = join(indexFolder, indexFile);
  const { built, warnings } = await buildFile(file, build);
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
    await (base.pages === null ? rename(file, base.file) : rm(file));
    await updateDeployment(store, deployment, { ...outcome, summary: 'Nothing has changed.' });
  } else {
    const summary = `${built.pages} ${built.pages === 1 ? 'page' : 'pages'}: ${added} added, ${changed} changed, ${removed} removed.${describeFallbacks(warnings)}`;
    const switched = await switchDeployment(store, deployment, {
      ...outcome,
      summary,
      indexFile,
      contentHash,
    });
    if (!switched) throw new DocentError('conflict', 'The deployment was ended before it was done.');
    await removeOldIndexes(store, indexFolder, deployment.projectId);
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

/** Builds an index file from what the base holds already and what has to be parsed. */
export async function buildFile(file: string, { base, docs, plan, onStep, signal }: Build) {
  const warnings = [...docs.warnings];
  const empty = new Map(plan.empty);
  const pages = readPages(docs, plan, {
    warn: (warning) => void warnings.push(warning),
    onEmpty: (file, hash) => void empty.set(file, hash),
    onStep,
  });
  const previous = base?.pages ? base.file : undefined;
  const built = await buildIndex(file, pages, { previous, guidance: docs.guidance, empty, signal });
  return { built, warnings };
}
