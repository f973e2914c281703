/**
 * Microseconds of this process's CPU that `work` takes: the least of a few runs, which a busy machine changes little.
 * @param enough a time below which no other run is needed
 */
export function cpuTime(work: () => void, runs = 3, enough = 500): number {
  let least = Infinity;
  for (let run = 0; run < runs; run++) {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, user + system);
    if (least < enough) break;
  }
  return least;
}
