import type { GapStatus } from '../../../../src/protocol/manage/gap-schema.ts';
import { readTexts } from '../api/read-texts.ts';
import { type PeriodSearch, rangeOf, readPeriod } from '../ui/period-search.ts';
import { readSort } from '../ui/read-sort.ts';

// The filters of the lists of insights: as they are in the address, without what is usual, and as the API takes them.
// A route's loader asks for the same as its page.

type Search = Record<string, unknown>;

type GapSearch = PeriodSearch & {
  status?: Exclude<GapStatus, 'open'>;
  sort?: 'count' | 'growth' | 'recent';
};

const otherThanOpen = ['in_progress', 'solved', 'dismissed'] as const;

export function readGapSearch(search: Search): GapSearch {
  const status = otherThanOpen.find((one) => one === search['status']);
  return {
    ...readPeriod(search),
    ...readSort(search, ['count', 'growth', 'recent']),
    ...(status && { status }),
  };
}

export const gapQuery = ({ status, sort, ...time }: GapSearch) => ({
  status: status ?? ('open' as const),
  sort: sort ?? ('unanswered' as const),
  ...rangeOf(time, 'any'),
});

export const readTopicSearch = (search: Search) => ({
  ...readPeriod(search),
  ...readSort(search, ['unanswered', 'unhelpful', 'growth']),
});

export const topicQuery = ({ sort, ...time }: ReturnType<typeof readTopicSearch>) => ({
  ...rangeOf(time),
  sort: sort ?? ('count' as const),
});

export const readPageUseSearch = (search: Search) => ({
  ...readPeriod(search),
  ...readSort(search, ['found', 'helpful', 'unhelpful', 'unanswered', 'never']),
  ...readTexts(search, ['kind']),
});

export const pageUseQuery = ({ sort, kind, ...time }: ReturnType<typeof readPageUseSearch>) => ({
  ...rangeOf(time),
  ...(kind && { kind }),
  sort: sort ?? ('cited' as const),
});

type SearchesSearch = PeriodSearch & { kind?: 'all'; sort?: 'withoutResults' | 'recent' | 'query' };

export const readSearchesSearch = (search: Search): SearchesSearch => ({
  ...readPeriod(search),
  ...readSort(search, ['withoutResults', 'recent', 'query']),
  ...(search['kind'] === 'all' && { kind: 'all' }),
});

export const searchesQuery = ({ kind, sort, ...time }: SearchesSearch) => ({
  ...(kind === undefined && { results: 'none' as const }),
  sort: sort ?? ('count' as const),
  ...rangeOf(time),
});
