import { z } from 'zod';
import { fetchOut } from '../lib/outgoing.ts';
import { allPages } from './all-pages.ts';
import { ForgeFault } from '../git/forge-fault.ts';
import { unavailable } from './forge-fault.ts';
import type { Checks, FailedCheck } from './forge.ts';
import type { Github } from './github-call.ts';
import { endOfBody, logEnd } from './log-end.ts';

const failures = ['failure', 'timed_out', 'startup_failure'];
const text = z.string().nullish();
const run = z.object({
  id: z.number(),
  name: z.string(),
  status: z.string(),
  conclusion: text,
  html_url: text,
  output: z.object({ title: text, summary: text, text, annotations_count: z.number().nullish() }).nullish(),
  app: z.object({ slug: text }).nullish(),
});
const status = z.object({ state: z.string(), context: z.string(), target_url: text, description: text });
const annotation = z.object({ path: z.string(), start_line: z.number(), message: text });
const logTimeout = 30_000;

/**
 * The check runs and statuses of a commit.
 * https://docs.github.com/en/rest/checks/runs and https://docs.github.com/en/rest/commits/statuses
 */
export async function readGithubChecks(github: Github, commit: string): Promise<Checks> {
  const runs = await checkRuns(github, commit);
  const statuses = await commitStatuses(github, commit);
  if (runs === null && statuses === null) return { state: 'unknown', failed: [] };
  const pending =
    runs?.some(({ status }) => status !== 'completed') === true ||
    statuses?.some(({ state }) => state === 'pending') === true;
  const failedRuns = (runs ?? []).filter(({ conclusion }) => failures.includes(conclusion ?? ''));
  const failedStatuses = (statuses ?? []).filter(({ state }) => state === 'failure' || state === 'error');
  const failed: FailedCheck[] = failedStatuses.map(({ context, target_url, description }) => {
    return { name: context, url: target_url ?? null, readLog: async () => description ?? '' };
  });
  for (const run of failedRuns) {
    failed.push({ name: run.name, url: run.html_url ?? null, readLog: () => logOf(github, run) });
  }
  if (pending) return { state: 'pending', failed };
  const none = (runs ?? []).length + (statuses ?? []).length === 0;
  return { state: failed.length > 0 ? 'failed' : none ? 'none' : 'passed', failed };
}

type Run = z.infer<typeof run>;

const checkRuns = (github: Github, ref: string) =>
  readAll(github, `commits/${ref}/check-runs`, z.object({ check_runs: z.array(run) }), 'check_runs');

const commitStatuses = (github: Github, ref: string) =>
  readAll(github, `commits/${ref}/status`, z.object({ statuses: z.array(status) }), 'statuses');

/** A token with rights to contents and pull requests may lack the right to read checks. */
const hidden = [403, 404];

/** Null when they are hidden. */
async function readAll<Key extends string, Item>(
  { path, call }: Github,
  what: string,
  answer: z.ZodType<Record<Key, Item[]>>,
  key: Key,
): Promise<Item[] | null> {
  let isHidden = false;
  const { items } = await allPages(100, async (page) => {
    const found = await call({
      path: `${path}/${what}?per_page=100&page=${page}`,
      answer,
      none: hidden,
    });
    isHidden ||= found === null;
    return found?.[key];
  });
  return isHidden ? null : items;
}

async function logOf(github: Github, run: Run): Promise<string> {
  const { title, summary, text, annotations_count: noted } = run.output ?? {};
  const annotations = noted === 0 ? null : await annotationsOf(github, run.id);
  const log =
    run.app?.slug !== 'github-actions'
      ? ''
      : await actionsLog(github, run.id).catch((error: unknown) => {
          throw error instanceof ForgeFault ? error : unavailable('GitHub', error);
        });
  return [title, summary, text, annotations, logEnd(log)].filter(Boolean).join('\n').slice(0, 8_000);
}

async function annotationsOf({ path, call }: Github, id: number): Promise<string> {
  const found = await call({
    path: `${path}/check-runs/${id}/annotations?per_page=30`,
    answer: z.array(annotation),
    none: hidden,
  });
  return (found ?? [])
    .map(({ path: file, start_line, message }) => `${file}:${start_line} ${(message ?? '').slice(0, 500)}`)
    .join('\n');
}

/**
 * The log of a GitHub Actions job, which has the id of its check run. GitHub redirects to a short-lived URL on another
 * host, which does not get our token.
 */
async function actionsLog({ path, api }: Github, id: number): Promise<string> {
  const { url, headers } = await api();
  const answer = await fetchOut(`${url}${path}/actions/jobs/${id}/logs`, {
    headers,
    redirect: 'manual',
    signal: AbortSignal.timeout(logTimeout),
  });
  const location = answer.headers.get('location');
  await answer.body?.cancel();
  if (location === null || !mayFollow(location, url)) return '';
  const log = await fetchOut(location, { redirect: 'error', signal: AbortSignal.timeout(logTimeout) });
  if (!log.ok) {
    await log.body?.cancel();
    return '';
  }
  return endOfBody(log);
}

const mayFollow = (location: string, from: string) =>
  location.startsWith('https://') || new URL(location).origin === new URL(from).origin;
