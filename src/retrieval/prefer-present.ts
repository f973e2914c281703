/** Folders and files about the past or the future: news, release notes, change logs, proposals. */
const past =
  /(?:^|\/)(?:\d{4}[-/]\d\d[-/]|(?:blog|news|releases?|release-?notes?|change-?logs?|announcements?|whats-?new|rfcs?|seps?|proposals?|archived?)(?:[/-]|$)|[^/]*\b(?:announcing|release-notes|changelog)\b)/i;

/** Questions that ask for such pages. */
const asksForPast =
  /\b(?:releases?|released|change-?logs?|chang(?:es|ed)|new|news|announce\w*|history|blog|rfcs?|seps?|proposals?)\b/i;

/** The weight of such a page: guides and references describe the present. */
const share = 0.85;

/** Reranks pages so that those about the present win against news, unless the question is about news. */
export function preferPresent<T extends { path: string; score: number }>(pages: T[], text: string): T[] {
  if (asksForPast.test(text) || !pages.some(({ path }) => past.test(path))) return pages;
  return pages
    .map((page) => ({ ...page, score: past.test(page.path) ? page.score * share : page.score }))
    .sort((a, b) => b.score - a.score);
}
