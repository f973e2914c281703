import type { LimitState } from '../store/limit.ts';

/** The state of one limit, with its public name. */
export type NamedLimitState = LimitState & { name: string };

/**
 * `RateLimit-*` of the tightest limit, `RateLimit-Policy` of all, and `retry-after` on a refusal.
 * https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/
 */
export function rateLimitHeaders(admitted: boolean, states: NamedLimitState[]): Record<string, string> {
  const { name, limit, remaining, resetMs } = tightestOf(states);
  const reset = seconds(resetMs);
  const policies = states.map((state) => `"${state.name}";q=${state.limit};w=${seconds(state.windowMs)}`);
  return {
    'ratelimit-limit': `${limit}`,
    'ratelimit-remaining': `${remaining}`,
    'ratelimit-reset': `${reset}`,
    'ratelimit-policy': policies.join(', '),
    ratelimit: `"${name}";r=${remaining};t=${reset}`,
    ...(!admitted && { 'retry-after': `${Math.max(1, reset)}` }),
  };
}

/** The limit with the least remaining; among equals the one that resets last. */
function tightestOf(states: NamedLimitState[]): NamedLimitState {
  return states.reduce((tightest, state) => {
    const less = state.remaining - tightest.remaining || tightest.resetMs - state.resetMs;
    return less < 0 ? state : tightest;
  });
}

function seconds(ms: number): number {
  return Math.ceil(ms / 1000);
}
