import type { WaitingQuestion } from '../store/topics.ts';
import type { TurnPage } from '../store/turn-pages.ts';
import { pageAddress } from './asked-question.ts';

/** How many pages of a turn that were found but not cited are kept: the best ones suffice. */
const foundPages = 3;

/** The pages that an answer cited, and the best that were found for it. */
export function turnPages({
  turnId,
  threadId,
  createdAt,
  status,
  found,
  sources,
}: WaitingQuestion): TurnPage[] {
  const cited = new Map(sources.map(pageOf));
  const best = (found?.pages ?? []).slice(0, foundPages).map(pageOf);
  return [...new Map([...cited, ...best])].map(([url, title]) => {
    return { turnId, threadId, createdAt, status, url, title, cited: cited.has(url) };
  });
}

/** The page of a citation. */
function pageOf({ url, title }: { url: string; title: string }): [url: string, title: string] {
  return [pageAddress(url), title.split(' › ')[0]!];
}
