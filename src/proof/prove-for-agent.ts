import { isSameRepository } from '../lib/same-repository.ts';
import type { FileTree } from '../content/sources/file-tree.ts';
import { DocentError } from '../errors.ts';
import { findOrganization } from '../store/organizations.ts';
import { findProjectById, type Project } from '../store/projects.ts';
import type { Proven } from './ask-both.ts';
import type { ProofQuestion } from './judge.ts';
import type { ProofDeps } from './prove.ts';

/** The proof of a job's change, for the agent. Loaded with the first one. */
export function proveForAgent(deps: ProofDeps) {
  return async (
    projectId: string,
    change: { base: FileTree; head: FileTree },
    questions: readonly ProofQuestion[],
    place: { folder: string; signal: AbortSignal },
  ): Promise<Proven> => {
    const project = await findProjectById(deps.store, projectId);
    const organization = project && (await findOrganization(deps.store, project.organizationId));
    if (organization === undefined) throw new DocentError('not_found', 'The project was deleted.');
    const { prove } = await import('./prove.ts');
    const asked = { organization, project: project! };
    return prove(deps, asked, { ...change, source: sourceOf(project!) }, questions, place);
  };
}

/** The source that reads the repository which jobs change; the first one where that is not said. */
function sourceOf({ settings, sources }: Project): number {
  const { repository } = settings;
  const found = sources.findIndex(
    (source) =>
      source.kind === 'git' && repository !== undefined && isSameRepository(source.url, repository.url),
  );
  return Math.max(found, 0);
}
