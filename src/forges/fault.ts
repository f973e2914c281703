import { ForgeFault } from '../git/forge-fault.ts';

export const unavailable = (forge: string, cause: unknown) =>
  new ForgeFault(
    'forge_unavailable',
    `${forge} could not be reached. The job can be sent again later.`,
    cause,
  );

/** The fault that an HTTP status of a forge's API stands for. */
export function faultOfStatus(forge: string, repository: string, status: number, cause: unknown): ForgeFault {
  if (status === 401 || (status === 403 && !isRateLimit(cause))) {
    return new ForgeFault(
      'forge_access_denied',
      `${forge} refused our credentials for ${repository}. Check the token and its permissions.`,
      cause,
    );
  }
  if (status === 404 || status === 410) {
    return new ForgeFault(
      'repository_not_found',
      `${forge} does not show us ${repository}. It was renamed or removed, or the token may not read it.`,
      cause,
    );
  }
  if (status === 429 || status === 403 || status >= 500 || status === 0) return unavailable(forge, cause);
  return new ForgeFault('push_rejected', `${forge} refused the pull request for ${repository}.`, cause);
}

function isRateLimit(cause: unknown): boolean {
  return cause instanceof Error && /rate limit/i.test(cause.message);
}
