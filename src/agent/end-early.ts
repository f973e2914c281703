import { listMessages } from '../store/jobs.ts';
import { JobFault } from './job-fault.ts';
import { type Run, save } from './run-job.ts';
import type { Finish } from './tools/tool.ts';
import type { Workspace } from './workspace.ts';

/** A finish that we wrote because the model did not get there. */
export type EarlyFinish = Finish & { early: string };

const reasons = {
  budget_exhausted: 'The budget of the job was used up before the work was done.',
  stuck: 'The model went in circles and was stopped.',
};

/**
 * Keeps what was done so far: it is checked and becomes a draft. With nothing done the job fails.
 * @throws JobFault
 */
export async function endEarly(run: Run, workspace: Workspace, code: keyof typeof reasons): Promise<void> {
  if (Object.keys(workspace.overlay()).length === 0) {
    throw new JobFault(
      code,
      `${reasons[code]} Nothing was changed. Send a message that asks for less, or for it in other words.`,
    );
  }
  const [request] = await listMessages(run.deps.store, run.job.id);
  const finish: EarlyFinish = {
    title: (request?.text.split('\n')[0] ?? 'Change the docs').slice(0, 70),
    summary: ['Part of what was asked for; see the files.'],
    notVerified: [reasons[code], 'Whether the changes are complete.'],
    early: code,
  };
  await save(run, { finish, phase: 'validating' });
}
