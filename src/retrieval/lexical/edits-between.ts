/**
 * How many letters at least are added, left out, changed or swapped with the next one between two words; more than `max`
 * where it is more than that.
 */
export function editsBetween(one: string, other: string, max: number): number {
  if (Math.abs(one.length - other.length) > max) return max + 1;
  let twoBefore: number[] = [];
  let before = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const change = before[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1);
      const isSwap = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const swap = isSwap ? twoBefore[j - 2]! + 1 : Infinity;
      row.push(Math.min(change, before[j]! + 1, row[j - 1]! + 1, swap));
    }
    if (Math.min(...row) > max) return max + 1;
    [twoBefore, before] = [before, row];
  }
  return before[other.length]!;
}
