import { join } from 'node:path';
import { checkTouched, type TouchedClaim } from '../../claims/check-claims.ts';
import type { Fact } from '../../claims/claim.ts';
import { matchGlobs } from '../../content/site/glob.ts';
import { openCommitTree } from '../../content/sources/commit-tree.ts';
import type { CodeEvent } from '../../forges/webhooks/code-events.ts';
import { removeRepository } from '../../git/bare-repository.ts';
import { fetchBlobs } from '../../git/fetch.ts';
import type { GitAccess } from '../../git/git.ts';
import { blobsOfCommit, changedPaths, showCommit } from '../../git/history.ts';
import { fetchMerged } from '../../git/merged-change.ts';
import { readCommit } from '../../git/objects.ts';
import { newId } from '../../lib/ids.ts';
import type { CodeRepository } from '../../store/project-settings.ts';
import type { Project } from '../../store/projects.ts';
import type { ReadAccess } from '../code-sources.ts';
import type { AgentDeps } from '../deps.ts';
import { isOpenSource } from '../docs-path.ts';

export type MergeDeps = Pick<AgentDeps, 'log' | 'workFolder'> & {
  readAccess: ReadAccess;
  /** What the docs of a project state. */
  factsOf(project: Project): Promise<Fact[]>;
};

const maxFiles = 1_000;

/** A merge's diff, and what it made untrue in the docs; null when none of its files concerns these. @throws ForgeFault */
export async function readMerge(
  { workFolder, readAccess, factsOf, log }: MergeDeps,
  project: Project,
  repository: CodeRepository,
  { commit: merge, head = null, before = null }: Extract<CodeEvent, { kind: 'merged' }>,
  signal: AbortSignal,
): Promise<{ diff: string; claims: TouchedClaim[] } | null> {
  const folder = join(workFolder, newId('trg'));
  try {
    const access = await readAccess(repository, project);
    const merged = await fetchMerged(folder, access, { commit: merge, head, before }, signal);
    if (merged === null) return { diff: '', claims: [] };
    const { gitDir, commit } = merged;
    const paths = await changedPaths(gitDir, commit);
    const concerns = matchGlobs(repository.paths ?? ['**']);
    if (!paths.some(concerns)) return null;
    const open = paths.filter(isOpenSource);
    if (open.length > maxFiles)
      return { diff: `${paths.length} files changed:\n${paths.slice(0, 500).join('\n')}`, claims: [] };
    await fetchBlobs(gitDir, access, await blobsOfCommit(gitDir, commit, open), signal);
    // Without the head, for this commit is nowhere else.
    const diff = (await showCommit(gitDir, commit, open)).replace(/^.*?\n\n/s, '');
    const broken = factsOf(project).then((facts) =>
      brokenClaims(gitDir, access, { commit, paths }, facts, signal),
    );
    // The job can do without them, as when the whole code is too large to be fetched.
    const claims = await broken.catch((error: unknown) => {
      log.warn({ projectId: project.id, commit: merge, error }, 'claims not checked');
      return [];
    });
    signal.throwIfAborted();
    return { diff, claims };
  } finally {
    await removeRepository(folder);
  }
}

/** The facts that a commit made untrue. Its trees and those of its first parent must be fetched. @throws ForgeFault */
async function brokenClaims(
  gitDir: string,
  access: GitAccess,
  { commit, paths }: { commit: string; paths: readonly string[] },
  facts: readonly Fact[],
  signal: AbortSignal,
): Promise<TouchedClaim[]> {
  const [parent] = (await readCommit(gitDir, commit)).parents;
  if (parent === undefined || facts.length === 0) return [];
  const getBlobs = (ids: readonly string[]) => fetchBlobs(gitDir, access, ids, signal);
  const [before, now] = [
    await openCommitTree(gitDir, parent, { getBlobs }),
    await openCommitTree(gitDir, commit, { getBlobs }),
  ];
  const touched = await checkTouched(facts, { before, now, changed: new Set(paths) });
  return touched.filter(({ breaks }) => breaks);
}
