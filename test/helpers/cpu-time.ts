/** Microseconds of this process's CPU that `work` takes: the least of a few runs, which a busy machine changes little. */
export function cpuTime(work: () => void, runs = 3): number {
  let least = Infinity;
  for (let run = 0; run < runs; run++) {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, user + system);
    if (least < 500) break;
  }
  return least;
}
