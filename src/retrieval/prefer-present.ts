/** Folders and files that say what was or may be: news, release notes, change logs, proposals. */
const past =
  /(?:^|\/)(?:\d{4}[-/]\d\d[-/]|(?:blog|news|releases?|release-?notes?|change-?logs?|announcements?|whats-?new|rfcs?|seps?|proposals?|archived?)(?:[/-]|$)|[^/]*\b(?:announcing|release-notes|changelog)\b)/i;

/** Questions that mean such pages. */
const asksForPast =
  /\b(?:releases?|released|change-?logs?|chang(?:es|ed)|new|news|announce\w*|history|blog|rfcs?|seps?|proposals?)\b/i;

/** How much such a page counts, for guides and references say what is. */
const share = 0.85;

/** Orders pages anew so that those about today's state win against news of it, unless the question is about news. */
export function preferPresent<T extends { path: string; score: number }>(pages: T[], text: string): T[] {
  if (asksForPast.test(text) || !pages.some(({ path }) => past.test(path))) return pages;
  return pages
    .map((page) => ({ ...page, score: past.test(page.path) ? page.score * share : page.score }))
    .sort((a, b) => b.score - a.score);
}
