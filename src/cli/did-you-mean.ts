/** ` Did you mean "serve"?` for a word with a few letters wrong, left out, too many or swapped; else an empty text. */
export function didYouMean(word: string, known: readonly string[]): string {
  const most = Math.max(1, Math.min(3, Math.floor(word.length / 4)));
  const near = known
    .map((name) => ({ name, away: distance(word.toLowerCase(), name.toLowerCase()) }))
    .filter(({ away }) => away <= most)
    .sort((a, b) => a.away - b.away)[0];
  return near === undefined ? '' : ` Did you mean "${near.name}"?`;
}

/** Optimal string alignment: changes, insertions, deletions and swaps of neighbours. Both words are short. */
function distance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        rows[i - 1]![j]! + 1,
        row[j - 1]! + 1,
        rows[i - 1]![j - 1]! + (isSame ? 0 : 1),
        isSwapped ? rows[i - 2]![j - 2]! + 1 : Infinity,
      );
    }
    rows.push(row);
  }
  return rows[a.length]![b.length]!;
}
