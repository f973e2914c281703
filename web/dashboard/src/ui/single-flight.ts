/** `work`, which is begun only when it is not under way: a call meanwhile does nothing and returns undefined. */
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
