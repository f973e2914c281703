import type { Limit, LimitState } from './limit.ts';

const counters = new Map<string, { used: number; resetAt: number }>();
const maxCounters = 100_000;

/**
 * Counts uses of limits in this process, while the database cannot: each server then allows as much as all servers
 * together should, which is better than no limit or no service.
 */
export function consumeInMemory(limits: Limit[]): { admitted: boolean; states: LimitState[] } {
  const now = Date.now();
  if (counters.size > maxCounters) counters.clear();
  const open = limits.map(({ key, windowMs }) => {
    const known = counters.get(key);
    return known !== undefined && known.resetAt > now ? known : { used: 0, resetAt: now + windowMs };
  });
  const admitted = limits.every(({ limit }, nth) => open[nth]!.used < limit);
  if (admitted) {
    for (const [nth, { key }] of limits.entries()) {
      open[nth]!.used += 1;
      counters.set(key, open[nth]!);
    }
  }
  const states = limits.map((limit, nth) => ({
    ...limit,
    remaining: Math.max(0, limit.limit - open[nth]!.used),
    resetMs: open[nth]!.resetAt - now,
  }));
  return { admitted, states };
}
