import { allowedCode } from './allowed-code.ts';
import type { LanguageModelV4Message, LanguageModelV4ToolResultPart } from '@ai-sdk/provider';
import { type JobStep, listSteps } from '../store/job-work.ts';
import { firstRequests, type JobMessage, listMessages } from '../store/jobs.ts';
import { ModelFault } from '../models/model-fault.ts';
import type { Prompt } from '../models/model.ts';
import { callModel, type ModelReply } from './call-model.ts';
import { endEarly, finishInWords, lastWords } from './end-early.ts';
import { briefing } from './briefing.ts';
import { systemPrompt } from './instructions.ts';
import { pruneHistory } from './prune-history.ts';
import type { AgentModel } from './deps.ts';
import { diffOfJob } from './commit-changes.ts';
import { type Library, openLibrary } from './library.ts';
import { earlierChanges, openPullRequestWorkspace, type Run, save } from './job-run.ts';
import { hashCall, isStuck, recordJobStep, type ToolRecord } from './job-step.ts';
import type { TodoItem, ToolContext } from './tools/tool.ts';
import { runTool } from './tools/tools.ts';
import type { Workspace } from './workspace.ts';
import type { AgentLimits } from './agent-limits.ts';

type RealModel = Extract<AgentModel, { kind: 'model' }>;

/**
 * The agent loop: one model call with its tool calls at a time, each stored before the next begins. It ends in the
 * phase `validating` when the model calls finish, when the budget is used up, or when the model goes in circles.
 * @throws LostJob | ModelFault | JobFault
 */
export async function runModel(run: Run, workspace: Workspace, model: RealModel): Promise<void> {
  const { store, settings } = run.deps;
  const { id } = run.job;
  const { budget } = settings;
  const code = run.repository.code ?? [];
  const request = (await firstRequests(store, [id])).get(id)!;
  // Constant for a round: the job's own changes do not alter its first message.
  const text = await briefing(workspace, code, request);
  const scene: Scene = {
    model,
    workspace,
    library: openLibrary(run, workspace),
    changedBefore: Object.keys(await earlierChanges(run)),
    opening: [
      { role: 'system', content: systemPrompt },
      { role: 'user', content: [{ type: 'text', text }] },
    ],
  };
  const steps = await listSteps(store, id);
  while (run.job.phase === 'running') {
    const ofRound = steps.filter(({ round }) => round === run.job.round);
    const spent = spentIn(ofRound);
    const used = budgetUsed(spent, budget);
    if (used >= 1) return endEarly(run, workspace, 'budget_exhausted');
    const words = lastWords(ofRound);
    if (words !== null) return save(run, { finish: await finishInWords(run, words), phase: 'validating' });
    if (isStuck(ofRound.map(({ tools }) => tools as ToolRecord[]))) return endEarly(run, workspace, 'stuck');
    const timeUp = AbortSignal.timeout(budget.timeMs - spent.timeMs);
    const signal = AbortSignal.any([run.signal, timeUp]);
    const stored = workspace.overlay();
    try {
      const warning = budgetWarning(used, budget.steps - spent.steps);
      steps.push(await takeStep(run, scene, steps, warning, signal));
    } catch (error) {
      if (!timeUp.aborted || run.signal.aborted || !(error instanceof ModelFault)) throw error;
      workspace.reset(stored);
      return endEarly(run, workspace, 'budget_exhausted');
    }
  }
}

/** What all steps of a round have in common. */
type Scene = {
  model: RealModel;
  workspace: Workspace;
  library: Library;
  changedBefore: string[];
  opening: Prompt;
};

async function takeStep(
  run: Run,
  { model, workspace, library, changedBefore, opening }: Scene,
  steps: readonly JobStep[],
  warning: string | null,
  signal: AbortSignal,
): Promise<JobStep> {
  const { store, settings, searchDocs } = run.deps;
  const startedAt = performance.now();
  const unseen = (await listMessages(store, run.job.id)).filter(({ step }) => step === null);
  const asked = newMessages(unseen, steps.at(-1), warning);
  const history = pruneHistory([...steps.flatMap(({ messages }) => messages as Prompt), ...asked]);
  const reply = await callModel(model.model, [...opening, ...history], settings.modelRetries, signal);
  const before = JSON.stringify(workspace.overlay());
  const context: ToolContext = {
    workspace,
    allowed: await allowedCode(run),
    library,
    changedBefore,
    wholeChange: () => openPullRequestWorkspace(run, workspace),
    ownDiff: () => diffOfJob(run, workspace),
    searchDocs: (query) => searchDocs(run.job.projectId, query),
    todo: run.job.todo as TodoItem[],
    finish: null,
  };
  const { results, tools } = await runTools(reply, context);
  const messages = [
    ...asked,
    reply.message,
    ...(results.length > 0 ? [{ role: 'tool', content: results }] : []),
  ];
  const timeMs = Math.round(performance.now() - startedAt);
  const usage = { ...reply.usage, costMicros: model.costMicros(reply.usage), timeMs };
  const isChanged = before !== JSON.stringify(workspace.overlay());
  const { todo, finish } = context;
  const made = { messages, tools, usage, seen: unseen.map(({ nth }) => nth) };
  return recordJobStep(run, workspace, made, { text: reply.text, todo, finish, isChanged });
}

/** Tool calls in one step. Hundreds of them would hold up the other jobs of the server. */
const maxCalls = 32;
const tooMany = `At most ${maxCalls} calls are made in one step. Make this one in the next.`;
/** Characters of results in one step. */
const maxOutput = 100_000;

async function runTools(reply: ModelReply, context: ToolContext) {
  const results: LanguageModelV4ToolResultPart[] = [];
  const tools: ToolRecord[] = [];
  let room = maxOutput;
  for (const [nth, { toolCallId, toolName, input }] of reply.toolCalls.entries()) {
    const isOver = nth >= maxCalls;
    const { ok, output, summary } = isOver
      ? { ok: false, output: tooMany, summary: '' }
      : await runTool(toolName, input, context);
    const isWhole = isOver || output.length <= room;
    const shown = isWhole ? output : `${output.slice(0, room)}\n[cut: too much for one step]`;
    room = Math.max(room - output.length, 0);
    const value = { type: ok ? ('text' as const) : ('error-text' as const), value: shown };
    results.push({ type: 'tool-result', toolCallId, toolName, output: value });
    tools.push({ name: toolName.slice(0, 100), summary, ok, hash: hashCall(toolName, input, output) });
  }
  return { results, tools };
}

/** The messages before this step: from people and checks, a nudge, a budget warning. */
function newMessages(
  unseen: readonly JobMessage[],
  last: JobStep | undefined,
  warning: string | null,
): LanguageModelV4Message[] {
  const texts = unseen.map(({ author, text }) => (author === 'person' ? `Request:\n${text}` : text));
  if (texts.length === 0 && last?.tools.length === 0) texts.push('Go on with a tool call, or call finish.');
  if (warning !== null) texts.push(warning);
  return texts.map((text) => ({ role: 'user', content: [{ type: 'text', text }] }));
}

type Budget = AgentLimits['budget'];

/** What a round has used. */
function spentIn(steps: readonly JobStep[]): Budget {
  const sum = (of: (usage: JobStep['usage']) => number) =>
    steps.reduce((all, { usage }) => all + of(usage), 0);
  return {
    steps: steps.length,
    tokens: sum(({ inputTokens, outputTokens }) => inputTokens + outputTokens),
    costMicros: sum(({ costMicros }) => costMicros),
    timeMs: sum(({ timeMs }) => timeMs),
  };
}

const warnAt = 0.8;

/** The used share of the budget's scarcest part; from 1 on, the budget is used up. */
function budgetUsed(spent: Budget, budget: Budget): number {
  return Math.max(
    spent.steps / budget.steps,
    spent.tokens / budget.tokens,
    spent.costMicros / budget.costMicros,
    spent.timeMs / budget.timeMs,
  );
}

/** The warning that the model gets when little is left; null before that. */
function budgetWarning(used: number, stepsLeft: number): string | null {
  if (used < warnAt) return null;
  return `The budget of this job is nearly used up: at most ${Math.max(stepsLeft, 1)} steps are left. Bring what you began into a valid state and call finish.`;
}
