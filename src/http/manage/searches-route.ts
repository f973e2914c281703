import { z } from '@hono/zod-openapi';
import { searchTermSchema } from '../../protocol/manage/conversation-schema.ts';
import { countedListOf } from '../../protocol/manage/list-schema.ts';
import type { PageRequest } from '../../store/paging.ts';
import {
  countSearched,
  countSearchTerms,
  listSearchTerms,
  type SearchTerm,
  type TermPlace,
} from '../../store/searches.ts';
import { csvOfPages } from '../csv-answer.ts';
import { fileFilter } from '../list-answer.ts';
import { answerOf, route } from '../json-route.ts';
import { byNumber, iso, rangeFilter, readCursor, toCursor } from '../page-filter.ts';
import { periodBefore } from '../../analytics/period-before.ts';

const filter = fileFilter.extend(rangeFilter.shape).extend({
  results: z.enum(['none']).optional(),
  sort: z.enum(['count', 'withoutResults', 'recent', 'query']).default('count'),
});
const usualRangeMs = 30 * 86_400_000;
const columns = ['query', 'count', 'before', 'withoutResults', 'lastSearchedAt'] as const;

/** What people searched for. */
export const searchesRoute = route({
  method: 'get',
  path: '/manage/v1/projects/{projectId}/searches',
  summary: 'List the search texts',
  tag: 'Conversations',
  key: 'admin',
  filter,
  success: answerOf(
    countedListOf(searchTermSchema),
    'By default of the last 30 days, the most frequent first; with `format=csv` one row each.',
  ),
  async handle({ deps, admission: { project }, filter: asked, headers }) {
    const { limit, cursor, dateFrom, dateTo, results, sort, format } = asked;
    const place = readCursor(cursor, byNumber);
    const to = dateTo ?? (await deps.store.now()) + 1;
    const from = dateFrom ?? to - usualRangeMs;
    const by = { projectId: project.id, from, to, onlyWithoutResults: results === 'none', order: sort };
    const read = async (page: PageRequest<TermPlace>) => {
      const { rows, next } = await listSearchTerms(deps.store, by, page);
      const queries = rows.map(({ query }) => query);
      const before = await countSearched(deps.store, { ...by, ...periodBefore(by), queries });
      return { rows: rows.map((term) => ({ ...term, before: before.get(term.query) ?? 0 })), next };
    };
    // Each page groups all searches of the period again.
    const readMany = ({ after }: PageRequest<TermPlace>) => read({ limit: 10_000, after });
    if (format === 'csv') return csvOfPages(headers, { file: 'searches', read: readMany, show, columns });
    const after = place && { value: place[0], query: place[1] };
    const { rows, next } = await read({ limit, after });
    const total = await countSearchTerms(deps.store, by);
    return { items: rows.map(show), nextCursor: toCursor(next), total };
  },
});

function show(term: SearchTerm & { before: number }) {
  return { ...term, lastSearchedAt: iso(term.lastSearchedAt) };
}
