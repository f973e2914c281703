import { defineCommand } from 'citty';
import { agentJobsOf } from '../agent/agent-job.ts';
import { endPullRequest } from '../agent/job-change.ts';
import { cancelJob, getJob } from '../agent/manage-jobs.ts';
import { pageOfJobs } from '../store/jobs.ts';
import type { Project } from '../store/projects.ts';
import type { App } from '../app.ts';
import { dataOption, jsonOption } from './arguments.ts';
import { chooseProject } from './choose-project.ts';
import { withApp } from './open-app.ts';
import { printRows } from './print.ts';
import { program } from '../lib/program.ts';

const projectOption = {
  type: 'string',
  valueHint: 'DOMAIN',
  description: 'The project, if there are several.',
} as const;

export const jobsListCommand = defineCommand({
  meta: { name: 'docent jobs list', description: 'List the jobs of the docs agent, newest first.' },
  args: { project: projectOption, data: dataOption, json: jsonOption },
  async run({ args }) {
    await withApp(args.data, async (app, organization) => {
      const project = await chooseProject(app, organization, args.project);
      const { rows: jobs } = await pageOfJobs(app.store, { projectId: project.id }, { limit: 50 });
      if (args.json) console.log(JSON.stringify(await agentJobsOf(app.store, jobs)));
      else
        printRows(
          jobs.map(({ id, status, title, pullRequest }) => [id, status, title ?? '', pullRequest?.url ?? '']),
          `There is no job yet. Run \`${program} job "PROMPT"\`.`,
        );
    });
  },
});

export const jobsMergeCommand = onJob(
  'merge',
  'Merge a job’s pull request of the local forge.',
  async (app, project, id) => {
    await endPullRequest(app.agent, project, await getJob(app.store, project, id), 'merge');
    return 'Merged.';
  },
);

export const jobsCloseCommand = onJob(
  'close',
  'Close a job’s pull request of the local forge.',
  async (app, project, id) => {
    await endPullRequest(app.agent, project, await getJob(app.store, project, id), 'close');
    return 'Closed.';
  },
);

export const jobsCancelCommand = onJob('cancel', 'Cancel an active job.', async (app, project, id) => {
  await cancelJob(app.store, project, id);
  return 'Cancelled.';
});

function onJob(
  name: string,
  description: string,
  run: (app: App, project: Project, id: string) => Promise<string>,
) {
  return defineCommand({
    meta: { name: `docent jobs ${name}`, description },
    args: {
      id: { type: 'positional', required: true, description: 'The job.' },
      project: projectOption,
      data: dataOption,
    },
    async run({ args }) {
      await withApp(args.data, async (app, organization) => {
        const project = await chooseProject(app, organization, args.project);
        console.log(await run(app, project, args.id));
      });
    },
  });
}
