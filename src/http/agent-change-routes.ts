import { z } from '@hono/zod-openapi';
import { endPullRequest, readChange, resolveConflicts } from '../agent/job-change.ts';
import { getJob, getOpenJob } from '../agent/manage-jobs.ts';
import { DocentError } from '../errors.ts';
import { jobChangeSchema, jobFileSchema, jobSchema } from '../protocol/manage/job-schema.ts';
import { findTexts } from '../store/job-work.ts';
import { count, noteJob, path, shared, show } from './agent-call.ts';
import { answerOf } from './manage/answer-of.ts';
import type { Route } from './route.ts';

const changeAnswer = answerOf(jobChangeSchema, 'The diffs and, on the local forge, the pull request.');

const changeRoute: Route<undefined> = {
  ...shared,
  method: 'get',
  path: `${path}/job/{id}/change`,
  summary: 'See what a job changed',
  errors: ['conflict'],
  success: changeAnswer,
  async handle({ deps, admission: { project }, param, headers }) {
    const job = await getJob(deps.store, project, param('id'));
    return changeAnswer.json(await readChange(deps.agent, project, job), headers);
  },
};

const fileFilter = z.object({
  path: z.string().min(1).max(1_000).describe('As the diff names it.'),
  round: z.coerce.number().int().min(1),
});

const fileAnswer = answerOf(jobFileSchema, 'The file before and after.');

const fileRoute: Route<undefined, 'project', z.infer<typeof fileFilter>> = {
  ...shared,
  method: 'get',
  path: `${path}/job/{id}/file`,
  summary: 'Read a file that a job changed',
  filter: fileFilter,
  success: fileAnswer,
  async handle({ deps, admission: { project }, param, filter, headers }) {
    const { id: jobId } = await getJob(deps.store, project, param('id'));
    const found = await findTexts(deps.store, { jobId, ...filter });
    if (found !== undefined) return fileAnswer.json(found, headers);
    throw new DocentError('not_found', 'This round has no such file.');
  },
};

const currentChange = answerOf(jobChangeSchema, 'The current change.');

function endRoute(how: 'merge' | 'close', summary: string): Route<undefined> {
  return {
    ...shared,
    method: 'post',
    path: `${path}/job/{id}/${how}`,
    summary,
    action: `job.${how}`,
    errors: ['conflict'],
    success: currentChange,
    async handle(call) {
      const { deps, admission, param, headers } = call;
      const { project } = admission;
      const job = await getJob(deps.store, project, param('id'));
      noteJob(call);
      await endPullRequest(deps.agent, project, job, how);
      return currentChange.json(await readChange(deps.agent, project, job), headers);
    },
  };
}

const resolveRoute: Route<undefined> = {
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
    return show(call, await resolveConflicts(deps.agent, admission.project, job));
  },
};

export const agentChangeRoutes = [
  changeRoute,
  fileRoute,
  resolveRoute,
  endRoute('merge', 'Merge a pull request of the local forge'),
  endRoute('close', 'Close a pull request of the local forge'),
];
