import { setTimeout } from 'node:timers/promises';
import type { PublicFetcher, PublicRequest, PublicResponse } from '../../../lib/public-fetch.ts';
import { retryAfter } from '../../../lib/retry-after.ts';

/** Milliseconds. A site that asks for more is asked again by the next deployment. */
const maxWait = 60_000;

/** Milliseconds between two requests of one connection, at most, when the site names no delay. */
const maxPause = 1000;

const tries = 3;

export type PoliteFetch = (url: URL, request: PublicRequest) => Promise<PublicResponse>;

/**
 * Fetches politely: after each response it pauses as long as the response took, or for the delay that the site asks
 * for; after 429 and 503 as long as `Retry-After` says.
 */
export function politely(fetcher: PublicFetcher, delay: number | null, signal?: AbortSignal): PoliteFetch {
  let next = 0;
  const wait = (time: number) => (time > 0 ? setTimeout(time, undefined, { signal }) : undefined);

  async function once(url: URL, request: PublicRequest): Promise<PublicResponse> {
    if (delay !== null) {
      const now = performance.now();
      next = Math.max(next, now) + delay;
      await wait(next - delay - now);
    }
    const start = performance.now();
    const response = await fetcher.get(url, request);
    if (delay === null) await wait(Math.min(performance.now() - start, maxPause));
    return response;
  }

  return async (url, request) => {
    for (let attempt = 1; ; attempt++) {
      const response = await once(url, request);
      const isBusy = response.status === 429 || response.status === 503;
      if (!isBusy || attempt === tries) return response;
      await wait(
        Math.min(
          retryAfter({ 'retry-after': response.header('retry-after') ?? undefined }) ?? 1000 * attempt,
          maxWait,
        ),
      );
    }
  };
}
