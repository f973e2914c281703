import type { Prompt } from '../models/model.ts';
import type { JobStep } from '../store/job-work.ts';
import { listMessages } from '../store/jobs.ts';
import { JobFault } from './job-fault.ts';
import { type Run, save } from './job-run.ts';
import type { Finish } from './tools/tool.ts';
import type { Workspace } from './workspace.ts';

/** The finish that we record when the model did not call it. */
export type EarlyFinish = Finish & { early: string };

const reasons = {
  budget_exhausted: 'The budget of the job was used up before the work was done.',
  stuck: 'The model went in circles and was stopped.',
};

/**
 * Checks the changes made so far and makes them a draft. Without changes the job fails.
 * @throws JobFault
 */
export async function endEarly(run: Run, workspace: Workspace, code: keyof typeof reasons): Promise<void> {
  if (Object.keys(workspace.overlay()).length === 0) {
    throw new JobFault(
      code,
      `${reasons[code]} Nothing was changed. Send a message that asks for less, or for it in other words.`,
    );
  }
  const finish: EarlyFinish = {
    title: await titleOfRequest(run),
    summary: ['Part of what was asked for; see the files.'],
    notVerified: [reasons[code], 'Whether the changes are complete.'],
    early: code,
  };
  await save(run, { finish, phase: 'validating' });
}

/** The text of a model that twice made no tool call, which counts as finishing. Null while it works, or is silent. */
export function lastWords(steps: readonly JobStep[]): string | null {
  const [before, last] = steps.slice(-2);
  if (last === undefined || before!.tools.length > 0 || last.tools.length > 0) return null;
  const words = [before!, last].map(({ messages }) => textOf(messages as Prompt)).filter(Boolean);
  return words.at(-1) ?? null;
}

/** Ends a run whose model answered with text instead of calling finish. */
export async function finishInWords(run: Run, words: string): Promise<Finish> {
  return { title: await titleOfRequest(run), summary: [words.slice(0, maxWordsLength)], notVerified: [] };
}

const maxWordsLength = 2_000;

function textOf(messages: Prompt): string {
  const content = messages.flatMap((message) => (message.role === 'assistant' ? message.content : []));
  return content
    .flatMap((part) => (part.type === 'text' ? part.text : []))
    .join('')
    .trim();
}

async function titleOfRequest(run: Run): Promise<string> {
  const [request] = await listMessages(run.deps.store, run.job.id);
  return (request?.text.split('\n')[0] ?? 'Change the docs').slice(0, 70);
}
