import { newId } from '../lib/ids.ts';
import type { DeploymentCause } from '../store/deploy-tables.ts';
import type { Deployment } from '../store/deployments.ts';
import type { Project } from '../store/projects.ts';
import { beginOf } from './journal.ts';

/** A deployment in the queue. */
export function newDeployment(project: Project, cause: DeploymentCause, createdAt: number): Deployment {
  return {
    id: newId('dpl'),
    projectId: project.id,
    status: 'queued',
    summary: '',
    logs: [],
    steps: [beginOf('queued', createdAt)],
    commit: null,
    sources: project.sources,
    indexFile: null,
    contentHash: null,
    progress: null,
    createdAt,
    endedAt: null,
    cause,
    confirmed: false,
    restoredFrom: null,
  };
}
