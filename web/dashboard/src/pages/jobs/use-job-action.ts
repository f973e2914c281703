import { useQueryClient } from '@tanstack/react-query';
import { jobPath } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import type { Job } from '../../../../../src/protocol/manage/job-schema.ts';

export type OfJob = { job: Job; projectId: string };

/** Runs an action on a job, and shows the changed job. */
export function useJobAction({ job, projectId }: OfJob) {
  const client = useQueryClient();
  return async (
    action: 'cancel' | 'archive' | 'message' | 'merge' | 'close' | 'retry' | 'resolve',
    body?: object,
  ) => {
    // After a refusal the job has often changed: a merge may find new conflicts.
    await request('POST', `${jobPath(projectId, job.id)}/${action}`, body).finally(() =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['project', projectId, 'job', job.id] }),
        client.invalidateQueries({ queryKey: ['project', projectId, 'jobs'] }),
      ]),
    );
  };
}
