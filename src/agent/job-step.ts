import { hash } from 'node:crypto';
import { type JobStep, recordStep, type StepRecord } from '../store/job-work.ts';
import type { JobUsage } from '../store/jobs.ts';
import type { Run } from './job-run.ts';
import type { Finish, TodoItem } from './tools/tool.ts';
import type { Workspace } from './workspace.ts';

/** A tool call for display. `hash` identifies a call together with its outcome. */
export type ToolRecord = { name: string; summary: string; ok: boolean; hash: string };

export function hashCall(name: string, input: string, output: string): string {
  return hash('sha256', `${name}\0${input}\0${output}`).slice(0, 16);
}

export function addUsage(one: JobUsage, other: JobUsage): JobUsage {
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    cachedInputTokens: one.cachedInputTokens + other.cachedInputTokens,
    costMicros: one.costMicros + other.costMicros,
  };
}

type Step = Pick<StepRecord, 'messages' | 'usage' | 'seen'> & { tools: ToolRecord[] };

/** Stores a step, shows it to those who watch, and ends the work when there is a finish. @throws LostWork */
export async function recordJobStep(
  run: Run,
  workspace: Workspace,
  made: Step,
  {
    text,
    todo,
    finish,
    isChanged,
  }: { text: string; todo: TodoItem[]; finish: Finish | null; isChanged: boolean },
): Promise<JobStep> {
  const { job } = run;
  const nth = job.steps + 1;
  const overlay = workspace.overlay();
  const step = { nth, round: job.round, ...made, files: isChanged ? overlay : null };
  const usage = addUsage(job.usage, made.usage);
  const tools = made.tools.map(({ name, summary, ok }) => ({ name, summary, ok }));
  const shown = {
    type: 'step',
    step: nth,
    text: text.slice(0, 1000),
    tools,
    todo,
    files: Object.keys(overlay),
    usage,
  };
  const phase = 'validating' as const;
  run.job = await recordStep(
    run.deps.store,
    run.fence,
    step,
    { steps: nth, usage, todo, ...(finish !== null && { finish, phase }) },
    finish === null ? [shown] : [shown, { type: 'phase', phase }],
  );
  return step;
}

const sameCalls = 3;
const failedCalls = 6;
const silentSteps = 3;

/**
 * Whether the model goes in circles: repeated calls with the same outcome, only failures, or no calls at all.
 * @param steps the tool calls of each step of this round, oldest first
 */
export function isStuck(steps: readonly ToolRecord[][]): boolean {
  if (steps.length >= silentSteps && steps.slice(-silentSteps).every((calls) => calls.length === 0))
    return true;
  // Calls of finish are bounded by the number of validations. Equal calls within one step count once.
  const tries = steps.map((calls) => [
    ...new Map(calls.filter(({ name }) => name !== 'finish').map((call) => [call.hash, call])).values(),
  ]);
  const calls = tries.flat();
  const last = calls.at(-1);
  if (last === undefined) return false;
  const same = calls.slice(-sameCalls).every(({ hash }) => hash === last.hash);
  if (calls.length >= sameCalls && same) return true;
  // All failures of one step count once, because the model has not seen any of them yet.
  const learnt = tries.length >= 2 && tries.slice(-2).every((step) => step.every(({ ok }) => !ok));
  return learnt && calls.length >= failedCalls && calls.slice(-failedCalls).every(({ ok }) => !ok);
}
