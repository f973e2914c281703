const minute = 60_000;
const hour = 60 * minute;

/** For what waits on people at a forge, which may be away, or whose token may have run out: soon, then each hour. */
export const retryForAWeek = [10_000, minute, 5 * minute, 30 * minute, ...Array<number>(7 * 24).fill(hour)];
