import { z } from '@hono/zod-openapi';
import { agentJobOf } from '../agent/agent-job.ts';
import { endPullRequest, readChange, resolveConflicts } from '../agent/job-change.ts';
import { getJob, getOpenJob } from '../agent/manage-jobs.ts';
import { DocentError } from '../errors.ts';
import { jobChangeSchema, jobFileSchema, jobSchema } from '../protocol/manage/job-schema.ts';
import { findTexts } from '../store/job-work.ts';
import { count, noteJob, path, shared } from './agent-call.ts';
import { answerOf, route } from './json-route.ts';
import type { Route } from './route.ts';

const changeRoute = route({
  ...shared,
  method: 'get',
  path: `${path}/job/{id}/change`,
  summary: 'See what a job changed',
  errors: ['conflict'],
  success: answerOf(jobChangeSchema, 'The diffs and, on the local forge, the pull request.'),
  async handle({ deps, admission: { project }, param }) {
    const job = await getJob(deps.store, project, param('id'));
    return readChange(deps.agent, project, job);
  },
});

const fileFilter = z.object({
  path: z.string().min(1).max(1_000).describe('As the diff names it.'),
  round: z.coerce.number().int().min(1),
});

const fileRoute = route({
  ...shared,
  method: 'get',
  path: `${path}/job/{id}/file`,
  summary: 'Read a file that a job changed',
  filter: fileFilter,
  success: answerOf(jobFileSchema, 'The file before and after.'),
  async handle({ deps, admission: { project }, param, filter }) {
    const { id: jobId } = await getJob(deps.store, project, param('id'));
    const found = await findTexts(deps.store, { jobId, ...filter });
    if (found !== undefined) return found;
    throw new DocentError('not_found', 'This round has no such file.');
  },
});

function endRoute(how: 'merge' | 'close', summary: string): Route<undefined> {
  return route({
    ...shared,
    method: 'post',
    path: `${path}/job/{id}/${how}`,
    summary,
    action: `job.${how}`,
    errors: ['conflict'],
    success: answerOf(jobChangeSchema, 'The current change.'),
    async handle(call) {
      const { deps, admission, param } = call;
      const { project } = admission;
      const job = await getJob(deps.store, project, param('id'));
      noteJob(call);
      await endPullRequest(deps.agent, project, job, how);
      return readChange(deps.agent, project, job);
    },
  });
}

const resolveRoute = route({
  ...shared,
  method: 'post',
  path: `${path}/job/{id}/resolve`,
  summary: 'Merge the base branch into a pull request and resolve conflicts',
  action: 'job.resolve',
  errors: ['conflict', 'rate_limited'],
  success: answerOf(jobSchema, 'The job, active again.'),
  async handle(call) {
    const { deps, admission, param } = call;
    const job = await getOpenJob(deps.store, admission.project, param('id'));
    await count(call);
    noteJob(call);
    return agentJobOf(deps.store, await resolveConflicts(deps.agent, admission.project, job));
  },
});

export const agentChangeRoutes = [
  changeRoute,
  fileRoute,
  resolveRoute,
  endRoute('merge', 'Merge a pull request of the local forge'),
  endRoute('close', 'Close a pull request of the local forge'),
];
