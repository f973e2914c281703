import type { AnswerSoFar } from '../protocol/answer-so-far.ts';
import type { SearchIndex } from '../retrieval/open-index.ts';
import type { PageHit, SearchQuery } from '../retrieval/search.ts';

export type Asked = { question: string; threadId?: string | undefined; threadKey?: string | undefined };
export type Reported = { question: string; details?: string | undefined; page?: string | undefined };

/** The docs of one project as one caller may see them. */
export type Docs = {
  name: string;
  index: Pick<SearchIndex, 'page' | 'sections' | 'list' | 'versions' | 'languages'>;
  search(query: SearchQuery): Promise<PageHit[]>;
  /** Answers a question as every other endpoint does, with its costs. @throws DocentError */
  ask(asked: Asked): Promise<AnswerSoFar & { threadKey: string | null }>;
  /** Files what the docs lack. @throws DocentError */
  report(reported: Reported): Promise<void>;
  /** Where a page of the docs is read, by the address that the index has. */
  addressOf(url: string): string;
  /** Access groups of the caller; none: public pages only. */
  groups: string[];
};
