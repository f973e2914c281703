import { defineCommand } from 'citty';
import { commandLine } from '../accounts/audit-event.ts';
import { createJob, getJob, sendMessage } from '../agent/manage-jobs.ts';
import { watchJob } from '../agent/watch-job.ts';
import { lockDataFolder } from '../store/lock-file.ts';
import type { Project } from '../store/projects.ts';
import type { App } from '../app.ts';
import { cleanForTerminal } from '../lib/clean-text.ts';
import { type Log, redact } from '../lib/log.ts';
import { dataOption, jsonOption } from './arguments.ts';
import { chooseProject } from './choose-project.ts';
import { exitCodes } from './exit-codes.ts';
import { withApp } from './open-app.ts';
import { print } from './print.ts';
import { describeEvent } from './show-job.ts';
import { program } from '../lib/program.ts';

export const jobCommand = defineCommand({
  meta: { name: 'docent job', description: 'Change the docs: a prompt in, a pull request out.' },
  args: {
    prompt: { type: 'positional', required: true, description: 'What to change.' },
    project: { type: 'string', valueHint: 'DOMAIN', description: 'The project, if there are several.' },
    ref: { type: 'string', valueHint: 'BRANCH', description: 'The branch to work on.' },
    draft: { type: 'boolean', description: 'Open the pull request as a draft.' },
    follow: {
      type: 'string',
      valueHint: 'JOB_ID',
      description: 'Send the prompt to this job as a follow-up.',
    },
    watch: { type: 'boolean', description: 'Follow the job until it ends.' },
    data: dataOption,
    json: jsonOption,
  },
  async run({ args }) {
    return withApp(args.data, async (app, organization) => {
      const project = await chooseProject(app, organization, args.project);
      const model = app.agent.deps.modelName;
      const order = {
        prompt: args.prompt,
        ref: args.ref ?? null,
        draft: args.draft === true,
        by: commandLine.name,
      };
      const job =
        args.follow === undefined
          ? await createJob(app.store, project, order, model, null)
          : await sendMessage(app.store, project, args.follow, args.prompt, model, commandLine.name);
      // A server on this data folder does the work, if one runs; otherwise this process does.
      const unlock = lockDataFolder(app.config.dataFolder);
      if (unlock === null && args.watch !== true) {
        console.log(args.json === true ? JSON.stringify({ id: job.id, status: job.status }) : job.id);
        return exitCodes.ok;
      }
      try {
        if (unlock !== null) {
          if (args.json !== true) app.agent.deps.log = plainLog(app);
          await app.start(app.agent.kinds.map(({ name }) => name));
        }
        return await showUntilEnd(app, project, job.id, args.json === true);
      } finally {
        unlock?.();
      }
    });
  },
});

/** The job's log as text for people: the causes behind its general events. */
function plainLog({ log, config }: App): Log {
  const tell = (level: 'warn' | 'error') => (fields: object, message: string) => {
    const error = 'error' in fields ? fields.error : undefined;
    if (!('jobId' in fields && error instanceof Error)) return log[level](fields, message);
    // A public fault is in the event already.
    if (error.cause === undefined) return;
    const cause = error.cause instanceof Error ? error.cause.message : JSON.stringify(error.cause);
    console.error(`  ${cleanForTerminal(redact(cause, config.secrets))}`);
  };
  return { debug() {}, info() {}, warn: tell('warn'), error: tell('error') };
}

/** Prints progress to standard error and the pull request's URL to standard output. */
async function showUntilEnd(app: App, project: Project, id: string, asJson: boolean): Promise<number> {
  const left = new AbortController();
  process.once('SIGINT', () => left.abort());
  for await (const event of watchJob(app.store, { projectId: project.id, id }, 0, left.signal)) {
    if (event === null) continue;
    if (asJson) console.log(JSON.stringify({ ...event.event, nth: event.nth }));
    else for (const line of describeEvent(event.event)) console.error(cleanForTerminal(line));
  }
  if (left.signal.aborted) {
    console.error(
      `The job ${id} is not done. It goes on with the next server, or with \`${program} job --follow ${id} "…"\`.`,
    );
    return exitCodes.interrupted;
  }
  const job = await getJob(app.store, project, id);
  if (!asJson && job.pullRequest !== null) print(job.pullRequest.url);
  return job.status === 'failed' ? exitCodes.failure : exitCodes.ok;
}
