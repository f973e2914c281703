import type { Octokit } from '@octokit/rest';
import { z } from 'zod';
import { fetchOut } from '../lib/outgoing.ts';
import { allPages } from './all-pages.ts';
import type { Checks, FailedCheck } from './forge.ts';
import { checked } from './github-answer.ts';
import { endOfBody, logEnd } from './log-end.ts';

type At = { owner: string; repo: string };
type Call = <T>(run: (octokit: Octokit) => Promise<T>) => Promise<T>;

const failures = ['failure', 'timed_out', 'startup_failure'];
const run = z.object({ id: z.number(), name: z.string(), status: z.string() });
const logTimeout = 30_000;

/**
 * The check runs and statuses of a commit.
 * https://docs.github.com/en/rest/checks/runs and https://docs.github.com/en/rest/commits/statuses
 */
export async function readGithubChecks(call: Call, at: At, commit: string): Promise<Checks> {
  const runs = await call((octokit) => checkRuns(octokit, at, commit));
  const statuses = await call((octokit) => commitStatuses(octokit, at, commit));
  if (runs === null && statuses === null) return { state: 'unknown', failed: [] };
  const pending =
    runs?.some(({ status }) => status !== 'completed') === true ||
    statuses?.some(({ state }) => state === 'pending') === true;
  const failedRuns = (runs ?? []).filter(({ conclusion }) => failures.includes(conclusion ?? ''));
  const failedStatuses = (statuses ?? []).filter(({ state }) => state === 'failure' || state === 'error');
  const failed: FailedCheck[] = failedStatuses.map(({ context, target_url, description }) => {
    return { name: context, url: target_url, readLog: async () => description ?? '' };
  });
  for (const run of failedRuns) {
    const readLog = () => call((octokit) => logOf(octokit, at, run));
    failed.push({ name: run.name, url: run.html_url, readLog });
  }
  if (pending) return { state: 'pending', failed };
  const none = (runs ?? []).length + (statuses ?? []).length === 0;
  return { state: failed.length > 0 ? 'failed' : none ? 'none' : 'passed', failed };
}

type Runs = Awaited<ReturnType<Octokit['checks']['listForRef']>>['data']['check_runs'];
type Statuses = Awaited<ReturnType<Octokit['repos']['getCombinedStatusForRef']>>['data']['statuses'];

const checkRuns = (octokit: Octokit, at: At, ref: string): Promise<Runs | null> =>
  unlessHidden(
    allPages(100, async (page) => {
      const { data } = await octokit.checks.listForRef({ ...at, ref, per_page: 100, page });
      checked(z.object({ check_runs: z.array(run) }), data);
      return data.check_runs;
    }).then(({ items }) => items),
  );

const commitStatuses = (octokit: Octokit, at: At, ref: string): Promise<Statuses | null> =>
  unlessHidden(
    allPages(100, async (page) => {
      const { data } = await octokit.repos.getCombinedStatusForRef({ ...at, ref, per_page: 100, page });
      checked(z.object({ statuses: z.array(z.object({ state: z.string() })) }), data);
      return data.statuses;
    }).then(({ items }) => items),
  );

/** A token with rights to contents and pull requests may lack the right to read checks. */
async function unlessHidden<Result>(asked: Promise<Result>): Promise<Result | null> {
  return asked.catch((error: unknown) => {
    if ([403, 404].includes((error as { status?: number }).status ?? 0)) return null;
    throw error;
  });
}

async function logOf(octokit: Octokit, at: At, run: Runs[number]): Promise<string> {
  const { title, summary, text, annotations_count: noted } = run.output;
  const annotations = noted === 0 ? null : await unlessHidden(annotationsOf(octokit, at, run.id));
  const log = run.app?.slug === 'github-actions' ? await actionsLog(octokit, at, run.id) : '';
  return [title, summary, text, annotations, logEnd(log)].filter(Boolean).join('\n').slice(0, 8_000);
}

async function annotationsOf(octokit: Octokit, at: At, id: number): Promise<string> {
  const { data } = await octokit.checks.listAnnotations({ ...at, check_run_id: id, per_page: 30 });
  return data
    .map(({ path, start_line, message }) => `${path}:${start_line} ${(message ?? '').slice(0, 500)}`)
    .join('\n');
}

/**
 * The log of a GitHub Actions job, which has the id of its check run. GitHub redirects to a short-lived URL on another
 * host, which does not get our token.
 */
async function actionsLog(octokit: Octokit, at: At, id: number): Promise<string> {
  const request = octokit.actions.downloadJobLogsForWorkflowRun.endpoint({ ...at, job_id: id });
  const { token } = (await octokit.auth()) as { token: string };
  const answer = await fetchOut(request.url, {
    headers: { authorization: `Bearer ${token}` },
    redirect: 'manual',
    signal: AbortSignal.timeout(logTimeout),
  });
  const location = answer.headers.get('location');
  await answer.body?.cancel();
  if (location === null || !mayFollow(location, request.url)) return '';
  const log = await fetchOut(location, { redirect: 'error', signal: AbortSignal.timeout(logTimeout) });
  if (!log.ok) {
    await log.body?.cancel();
    return '';
  }
  return endOfBody(log);
}

const mayFollow = (location: string, from: string) =>
  location.startsWith('https://') || new URL(location).origin === new URL(from).origin;
