/** Runs `work` once at a time: a call while it is running does nothing and returns undefined. */
export function singleFlight<Args extends unknown[], Result>(
  work: (...args: Args) => Promise<Result>,
): (...args: Args) => Promise<Result> | undefined {
  let isUnderWay = false;
  return (...args) => {
    if (isUnderWay) return undefined;
    isUnderWay = true;
    return work(...args).finally(() => (isUnderWay = false));
  };
}
