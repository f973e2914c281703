import type { Pages } from '../assistant/search-docs.ts';
import type { AnswerSoFar } from '../protocol/answer-so-far.ts';
import type { SearchIndex } from '../retrieval/open-index.ts';
import type { SearchQuery } from '../retrieval/search.ts';

type Asked = { question: string; threadId?: string | undefined; threadKey?: string | undefined };
type Reported = { question: string; details?: string | undefined; page?: string | undefined };

/** One project's docs, limited to what one caller may read. */
export type Docs = {
  name: string;
  index: Pick<SearchIndex, 'page' | 'sections' | 'list' | 'versions' | 'languages'>;
  search(query: SearchQuery): Promise<Pages>;
  /** Answers a question as every other endpoint does, at the same cost. @throws DocentError */
  ask(asked: Asked): Promise<AnswerSoFar & { threadKey: string | null }>;
  /** Records a gap in the docs. @throws DocentError */
  report(reported: Reported): Promise<void>;
  /** The public URL of a page, from its URL in the index. */
  addressOf(url: string): string;
  /** Access groups of the caller; empty means public pages only. */
  groups: string[];
};
