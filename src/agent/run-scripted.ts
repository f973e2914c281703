import { type JobMessage, listMessages } from '../store/jobs.ts';
import { readSite } from './checks/read-site.ts';
import { JobFault } from './job-fault.ts';
import { isWritable } from './docs-path.ts';
import { type Fixes, fixPage, noFixes } from './fix-page.ts';
import type { Run } from './job-run.ts';
import { hashCall, recordJobStep, type ToolRecord } from './job-step.ts';
import type { Finish } from './tools/tool.ts';
import { Refusal } from './refusal.ts';
import type { Workspace } from './workspace.ts';

const needsModel =
  'No language model is configured, so this job made only unambiguous fixes. Set DOCENT_MODEL for more.';

/** Words with which people ask for the fixer's work. */
const fixable = /\b(?:links?|anchors?|titles?|images?|pictures?|alt(?:ernative)? texts?|descriptions?)\b/i;
const fixing = /\b(?:fix|repair|correct|check|clean|find|broken|dead|stale|missing|wrong|rot)/i;

/**
 * A job without a model: in one step, it fixes the findings that have one clear solution.
 * @throws JobFault `model_not_configured` when the request asks for anything else
 */
export async function runScripted(run: Run, workspace: Workspace): Promise<void> {
  const messages = await listMessages(run.deps.store, run.job.id);
  const wanted = kindsAsked(checkRequest(messages));
  const site = await readSite(workspace, 'now');
  const fixes = { ...noFixes };
  const tools: ToolRecord[] = [];
  const unclear: string[] = [];
  let leftOver = 0;
  for (const file of site.pages) {
    run.signal.throwIfAborted();
    if (!isWritable(file, workspace.docsRoot)) continue;
    const fixed = await fixPage(site, file, wanted);
    unclear.push(...fixed.left.map((url) => `${file}: ${url}`));
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
  const usage = { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0, costMicros: 0, timeMs: 0 };
  const seen = messages.filter(({ step }) => step === null).map(({ nth }) => nth);
  const finish = finishOf(fixes, leftOver, unclear);
  const made = { messages: [], tools, usage, seen };
  await recordJobStep(run, workspace, made, { text: needsModel, todo: [], finish, isChanged: true });
}

/** Whether the request names work of the fixer, or nothing in particular: "Fix what is broken". */
const isFixable = (request: string) =>
  fixing.test(request) && (fixable.test(request) || request.trim().split(/\s+/).length <= 5);

/** Words in a request for each kind of fix. A broken link may lack its page or its heading. */
const kindWords: [pattern: RegExp, kinds: (keyof Fixes)[]][] = [
  [/\blinks?\b|\brot\b/i, ['links', 'anchors']],
  [/\banchors?\b/i, ['anchors']],
  [/\btitles?\b/i, ['titles']],
  [/\b(?:images?|pictures?|alt(?:ernative)?|descriptions?)\b/i, ['images']],
];

/** The kinds that requests name; all when they name none. */
function kindsAsked(requests: readonly string[]): Set<keyof Fixes> {
  const named = kindWords.flatMap(([pattern, kinds]) =>
    requests.some((text) => pattern.test(text)) ? kinds : [],
  );
  return new Set(named.length > 0 ? named : (Object.keys(noFixes) as (keyof Fixes)[]));
}

function checkRequest(messages: readonly JobMessage[]): string[] {
  const requests = messages.filter(({ author }) => author === 'person').map(({ text }) => text);
  const known = requests.filter(isFixable);
  if (known.length > 0) return known;
  throw new JobFault(
    'model_not_configured',
    'This request needs a language model, and none is configured. Set DOCENT_MODEL and its key, then send the job a message. Without a model a job fixes broken links, stale anchors, missing titles and missing image descriptions.',
  );
}

const maxUnclear = 20;

function finishOf({ links, anchors, titles, images }: Fixes, leftOver: number, unclear: string[]): Finish {
  const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;
  const named = unclear.slice(0, maxUnclear).join(', ').slice(0, 2_000);
  const lead = `${counted(unclear.length, 'link')} ${unclear.length === 1 ? 'leads' : 'lead'}`;
  const unsolved = `${lead} nowhere, and nothing says clearly where to: ${named}${unclear.length > maxUnclear ? ' …' : ''}.`;
  const left = unclear.length === 0 ? [] : [unsolved];
  const done = Object.entries({
    'broken link': links,
    'stale anchor': anchors,
    'missing title': titles,
    'missing image description': images,
  }).flatMap(([what, count]) => (count === 0 ? [] : counted(count, what)));
  if (done.length === 0) {
    const nothing = 'The checks found nothing that has one clear answer.';
    const summary = [...(left.length > 0 ? left : [nothing]), needsModel];
    return { title: 'Nothing to fix without a model', summary, notVerified: [] };
  }
  return {
    title: `Fix ${done.join(', ').replace(/, ([^,]*)$/, ' and $1')}`,
    summary: [...done.map((fix) => `${fix[0]!.toUpperCase()}${fix.slice(1)} fixed.`), needsModel].slice(0, 5),
    notVerified: [
      ...left,
      titles + images > 0 && 'Titles and image descriptions were made from headings and file names.',
      leftOver > 0 &&
        `${leftOver} more pages have problems of these kinds. Start another job once this one is merged.`,
    ].filter((one) => one !== false),
  };
}
