/** At most `count` of them, from the first to the last at equal distances. */
export function spreadOver<One>(all: readonly One[], count: number): One[] {
  const length = Math.min(all.length, count);
  return Array.from({ length }, (_, at) => all[Math.floor((at * all.length) / length)]!);
}
