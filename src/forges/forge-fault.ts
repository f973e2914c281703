import { ForgeFault } from '../git/forge-fault.ts';
import { retryAfter, isRateLimited } from '../lib/retry-after.ts';

export const unavailable = (forge: string, cause: unknown) =>
  new ForgeFault(
    'forge_unavailable',
    `${forge} could not be reached. The job can be sent again later.`,
    cause,
  );

/** A successful response that does not come from the API, such as a sign-in or proxy page. */
export const strange = (forge: string, cause: unknown) =>
  new ForgeFault(
    'forge_unavailable',
    `${forge} gave an answer that is none of its API, such as a sign-in page. Check the forge’s address, and what stands before it.`,
    cause,
  );

/** The fault for an error response of a forge's API. */
export function faultOfStatus(
  forge: string,
  repository: string,
  refused: Response,
  cause: Error,
): ForgeFault {
  const { status } = refused;
  const headers = Object.fromEntries(refused.headers);
  if (status === 429 || (status === 403 && (isRateLimited(headers) || /rate limit/i.test(cause.message)))) {
    return new ForgeFault(
      'forge_rate_limited',
      `${forge} accepts no more requests from our account for now. Send the job a message to go on later.`,
      cause,
      retryAfter(headers),
    );
  }
  if (status === 401 || status === 403) {
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
  if (status >= 500 || status === 0) return unavailable(forge, cause);
  return new ForgeFault('push_rejected', `${forge} refused the pull request for ${repository}.`, cause);
}
