import { computeScore, runChecks, SPEC_VERSION } from 'afdocs';
import { fetchOut, proxyFor } from '../lib/outgoing.ts';

/** What agents can do with docs, by the checks of a specification. */
export type AgentReport = {
  /** The version of https://agentdocsspec.com */
  specification: string;
  /** 0 to 100. */
  score: number;
  grade: string;
  /** Why the score cannot be higher; null where nothing bounds it. */
  cap: string | null;
  /** Pages that were looked at. */
  pages: number;
  checks: AgentCheck[];
};

type AgentCheck = {
  id: string;
  category: string;
  status: 'pass' | 'warn' | 'fail' | 'skip' | 'error';
  message: string;
  /** What to do about it. */
  advice: string | null;
};

/**
 * Checks docs at an address, the same pages each time.
 * @param options.requestDelay milliseconds between requests
 */
export async function checkAgents(
  url: string,
  options: { requestDelay?: number; maxLinksToTest?: number } = {},
): Promise<AgentReport> {
  const report = await throughProxy(url, () =>
    runChecks(url, { ...options, samplingStrategy: 'deterministic' }),
  );
  const { overall, grade, cap, resolutions } = computeScore(report);
  return {
    specification: SPEC_VERSION,
    score: overall,
    grade,
    cap: cap?.reason ?? null,
    pages: report.testedPages ?? 0,
    checks: report.results.map(({ id, category, status, message }) => ({
      id,
      category,
      status,
      message,
      advice: resolutions[id] ?? null,
    })),
  };
}

/** The checks call the global `fetch`, which knows no proxies. */
async function throughProxy<Result>(url: string, work: () => Promise<Result>): Promise<Result> {
  if (proxyFor(new URL(url)) === null) return work();
  const own = globalThis.fetch;
  globalThis.fetch = (input, init) =>
    proxyFor(new URL(input instanceof Request ? input.url : input)) === null
      ? own(input, init)
      : fetchOut(input, init);
  try {
    return await work();
  } finally {
    globalThis.fetch = own;
  }
}
