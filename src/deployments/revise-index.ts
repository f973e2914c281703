import type { DeploymentProgress } from '../store/deployments.ts';
import { embedIndex, type VectorDeps } from './embed-index.ts';
import { type ExpandDeps, expandIndex } from './expand-index.ts';

export type ReviseDeps = ExpandDeps & {
  /** Null when search is lexical only. */
  vectors: VectorDeps | null;
};

/**
 * Adds to the project's live index what takes longer than its pages: vectors and, where switched on, expansions by a
 * language model. Each is added in several revisions of the file. A failure is logged, and search works without.
 */
export async function reviseIndex(
  { vectors, ...deps }: ReviseDeps,
  projectId: string,
  onProgress: (progress: DeploymentProgress) => void,
  onRevision: () => void,
  signal: AbortSignal,
): Promise<void> {
  const expand = (mayAsk: boolean) =>
    expandIndex(deps, projectId, { mayAsk, onProgress, onRevision, signal });
  const embed = async () => {
    if (vectors !== null)
      await embedIndex({ ...deps, ...vectors }, projectId, onProgress, onRevision, signal);
  };
  // Stored expansions come first, so that their sections are not embedded twice.
  await expand(false);
  await embed();
  if (await expand(true)) await embed();
}
