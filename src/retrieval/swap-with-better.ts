/**
 * Exchanges each ranked page that gives way to a later one with the first such page: each gets the other's place and score.
 */
export function swapWithBetter<Page extends { score: number }>(
  ranked: readonly Page[],
  isWorse: (page: Page, later: Page) => boolean,
  withScore = (page: Page, score: number): Page => ({ ...page, score }),
): Page[] {
  const ordered = [...ranked];
  for (let at = 0; at < ordered.length; at++) {
    const page = ordered[at]!;
    const found = ordered.findIndex((later, place) => place > at && isWorse(page, later));
    if (found < 0) continue;
    const other = ordered[found]!;
    ordered[at] = withScore(other, page.score);
    ordered[found] = withScore(page, other.score);
  }
  return ordered;
}
