import type { DeploymentProgress } from '../store/deployments.ts';
import { embedIndex, type VectorDeps } from './embed-index.ts';
import { type ExpandDeps, expandIndex } from './expand-index.ts';

export type ReviseDeps = ExpandDeps & {
  /** Null when search goes by words alone. */
  vectors: VectorDeps | null;
};

/**
 * Gives the project's current index, which answers meanwhile, what takes longer than its pages: vectors, and where that is
 * switched on what a language model writes of its sections. Each is put in place in some revisions of the file. When
 * something cannot be done, it is logged, and search goes without.
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
  // What was written before comes first, so that nothing of it is embedded twice.
  await expand(false);
  await embed();
  if (await expand(true)) await embed();
}
