import type { Problem, ProblemKind } from './types.ts';

/** An error of the server or the network, in terms for readers. */
export class ProblemError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem, message: string) {
    super(message);
    this.problem = problem;
  }
}

const kindOfCode: Record<string, ProblemKind> = {
  rate_limited: 'limited',
  credits_exhausted: 'usedUp',
  invalid_reader: 'signIn',
  not_ready: 'busy',
  model_unavailable: 'busy',
  body_too_large: 'tooLong',
  invalid_request: 'tooLong',
};

/** Codes that the site's owner must fix. */
const ownerCodes = /key|origin|ip_not_allowed|^not_found$/;

const maxWaitSeconds = 300;

/** Reads a response that is not 2xx. Problems for the site's owner go to the console, too. */
export async function toProblem(response: Response): Promise<ProblemError> {
  const body = (await response.json().catch(() => ({}))) as { code?: string; message?: string };
  const code = body.code ?? `http_${response.status}`;
  const message = body.message ?? `The server answered ${response.status}.`;
  const kind = kindOfCode[code] ?? (ownerCodes.test(code) ? 'setup' : 'failed');
  // oxlint-disable-next-line no-console -- the site's developers look here
  if (kind === 'setup') console.error(`Docent (${code}): ${message}`);
  const seconds = Number(response.headers.get('retry-after'));
  // A countdown makes no sense for a daily limit.
  if (seconds > maxWaitSeconds) return new ProblemError({ kind: 'usedUp', code }, message);
  const retryAt = seconds > 0 ? { retryAt: Date.now() + seconds * 1_000 } : {};
  return new ProblemError({ kind, code, ...retryAt }, message);
}

/** Converts an error of `fetch` before any response. */
export function networkProblem(): ProblemError {
  const code = navigator.onLine ? 'unreachable' : 'offline';
  return new ProblemError({ kind: code, code }, 'The server could not be reached.');
}
