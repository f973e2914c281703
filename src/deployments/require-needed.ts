import { listIndexFilesOf } from '../store/deployment-queue.ts';
import type { Deployment } from '../store/deployments.ts';
import type { Store } from '../store/store.ts';

export const notNeeded = new Error('No deployment has this index file any more.');

/** Long work on a file may outlive the project or the deployment; then the file must not come back. */
export async function requireNeeded(store: Store, { projectId, indexFile }: Deployment): Promise<void> {
  if (!(await listIndexFilesOf(store, projectId)).includes(indexFile!)) throw notNeeded;
}
