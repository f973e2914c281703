import { useQueryClient } from '@tanstack/react-query';
import { jobPath } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import type { Job } from '../../../../../src/protocol/manage/job-schema.ts';

export type OfJob = { job: Job; projectId: string };

/** Does something to a job, and shows it as it then is. */
export function useJobAction({ job, projectId }: OfJob) {
  const client = useQueryClient();
  return async (
    action: 'cancel' | 'archive' | 'message' | 'merge' | 'close' | 'retry' | 'resolve',
    body?: object,
  ) => {
    // What is refused has often changed meanwhile: a merge finds conflicts that nobody knew of.
    await request('POST', `${jobPath(projectId, job.id)}/${action}`, body).finally(() =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['project', projectId, 'job', job.id] }),
        client.invalidateQueries({ queryKey: ['project', projectId, 'jobs'] }),
      ]),
    );
  };
}
