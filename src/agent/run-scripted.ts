import { recordStep, type StepRecord } from '../store/job-work.ts';
import { type JobMessage, listMessages } from '../store/jobs.ts';
import { readSite } from './checks/read-site.ts';
import { JobFault } from './job-fault.ts';
import { isWritable } from './docs-path.ts';
import { type Fixes, fixPage, noFixes } from './fix-page.ts';
import { openJobWorkspace, type Run } from './job-run.ts';
import type { ToolRecord } from './tool-record.ts';
import { hashCall } from './tool-record.ts';
import type { Finish } from './tools/tool.ts';
import { Refusal } from './refusal.ts';

const needsModel =
  'No language model is configured: this job put right what has one clear answer. Set DOCENT_MODEL for more.';

/** Words with which people ask for the fixer's work. */
const fixable = /\b(?:links?|anchors?|titles?|images?|pictures?|alt(?:ernative)? texts?|descriptions?)\b/i;
const fixing = /\b(?:fix|repair|correct|check|clean|find|broken|dead|stale|missing|wrong|rot)/i;

/**
 * A job without a model: in one step, it fixes the findings that have one clear solution.
 * @throws JobFault `model_not_configured` when the request asks for anything else
 */
export async function runScripted(run: Run): Promise<void> {
  const messages = await listMessages(run.deps.store, run.job.id);
  checkRequest(messages);
  const workspace = await openJobWorkspace(run);
  const site = await readSite(workspace, run.deps.checker, 'now');
  const fixes = { ...noFixes };
  const tools: ToolRecord[] = [];
  let leftOver = 0;
  for (const file of site.pages) {
    run.signal.throwIfAborted();
    if (!isWritable(file, workspace.docsRoot)) continue;
    const fixed = await fixPage(site, file);
    if (fixed.text === site.text(file)) continue;
    try {
      await workspace.write(file, fixed.text);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      leftOver += 1;
      continue;
    }
    for (const key of Object.keys(fixes) as (keyof Fixes)[]) fixes[key] += fixed.fixes[key];
    tools.push({ name: 'fix', summary: file, ok: true, hash: hashCall('fix', file, fixed.text) });
  }
  const files = workspace.overlay();
  const step: StepRecord = {
    nth: run.job.steps + 1,
    round: run.job.round,
    messages: [],
    tools,
    usage: { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0, costMicros: 0, timeMs: 0 },
    seen: messages.filter(({ step }) => step === null).map(({ nth }) => nth),
    files,
  };
  const finish = finishOf(fixes, leftOver);
  const shown = tools.map(({ name, summary, ok }) => ({ name, summary, ok }));
  const events = [
    {
      type: 'step',
      step: step.nth,
      text: needsModel,
      tools: shown,
      todo: [],
      files: Object.keys(files),
      usage: run.job.usage,
    },
    { type: 'phase', phase: 'validating' },
  ];
  const changes = { steps: step.nth, finish, phase: 'validating' as const };
  run.job = await recordStep(run.deps.store, run.fence, step, changes, events);
}

/** Whether the request names work of the fixer, or nothing in particular: "Fix what is broken". */
const isFixable = (request: string) =>
  fixing.test(request) && (fixable.test(request) || request.trim().split(/\s+/).length <= 5);

function checkRequest(messages: readonly JobMessage[]): void {
  const requests = messages.filter(({ author }) => author === 'person').map(({ text }) => text);
  if (requests.some(isFixable)) return;
  throw new JobFault(
    'model_not_configured',
    'This request needs a language model, and none is configured. Set DOCENT_MODEL and its key, then send the job a message. Without a model a job fixes broken links, stale anchors, missing titles and missing image descriptions.',
  );
}

function finishOf({ links, anchors, titles, images }: Fixes, leftOver: number): Finish {
  const some = (count: number, one: string, many: string) =>
    count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
  const done = [
    ...some(links, 'broken link', 'broken links'),
    ...some(anchors, 'stale anchor', 'stale anchors'),
    ...some(titles, 'missing title', 'missing titles'),
    ...some(images, 'missing image description', 'missing image descriptions'),
  ];
  if (done.length === 0)
    return {
      title: 'Nothing to fix without a model',
      summary: ['The checks found nothing that has one clear answer.', needsModel],
      notVerified: [],
    };
  return {
    title: `Fix ${done.join(', ').replace(/, ([^,]*)$/, ' and $1')}`,
    summary: [...done.map((fix) => `${fix[0]!.toUpperCase()}${fix.slice(1)} put right.`), needsModel].slice(
      0,
      5,
    ),
    notVerified: [
      'Titles and image descriptions were made from headings and file names.',
      ...(leftOver === 0
        ? []
        : [`${leftOver} more pages have something to put right. Order another job once this one is merged.`]),
    ],
  };
}
