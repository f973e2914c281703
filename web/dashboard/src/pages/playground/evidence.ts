import type { Citation } from '../../../../../src/protocol/manage/conversation-schema.ts';
import { pageAddress } from '../../api/page-address.ts';
import { type Retrieved, type SearchResult, toRetrieved } from './read-answer.ts';

/** Search results that the model did not get: those of pages without a retrieved section. */
export function leftOut(found: SearchResult[], retrieved: Retrieved[]): Retrieved[] {
  const seen = new Set(retrieved.map(({ url }) => pageAddress(url)));
  return found.map(toRetrieved).filter(({ url }) => !seen.has(pageAddress(url)));
}

/** Whether an answer cites a retrieved section, or another of its page. */
export function roleOf({ url }: Retrieved, sources: Citation[]): 'cited' | 'page cited' | 'not cited' {
  if (sources.some((source) => source.url === url)) return 'cited';
  return sources.some((source) => pageAddress(source.url) === pageAddress(url)) ? 'page cited' : 'not cited';
}
