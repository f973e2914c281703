const minute = 60_000;
const hour = 60 * minute;

/** Retries of work that depends on a forge, which may be down, or whose token may have expired: soon, then hourly. */
export const retryForAWeek = [10_000, minute, 5 * minute, 30 * minute, ...Array<number>(7 * 24).fill(hour)];
