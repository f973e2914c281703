import { z } from '@hono/zod-openapi';
import { reportPageUse, withPagesBefore } from '../../analytics/page-use.ts';
import { DocentError } from '../../errors.ts';
import { countedListOf } from '../../protocol/manage/list-schema.ts';
import { kindUseSchema, type PageUse, pageUseSchema } from '../../protocol/manage/page-use-schema.ts';
import type { Admission } from '../../accounts/admit.ts';
import { csvOfPages } from '../csv-answer.ts';
import type { PageRequest } from '../../store/paging.ts';
import type { Deps } from '../deps.ts';
import { answerOf, route } from '../json-route.ts';
import { pageFilter, rangeFilter, readCursor, toCursor } from '../page-filter.ts';
import { period } from './period.ts';

const filter = pageFilter.extend(rangeFilter.shape).extend({
  sort: z.enum(['cited', 'found', 'helpful', 'unhelpful', 'unanswered', 'never']).default('cited'),
  kind: z.string().max(30).optional().describe('Only pages of one kind: `docs`, `discussion`, …'),
  format: z.enum(['json', 'csv']).default('json'),
});

/** How answers used each page of the docs. */
export const pageUseRoute = route({
  method: 'get',
  path: '/manage/v1/projects/{projectId}/page-use',
  summary: 'List the pages that answers cite, that readers rate badly, or that were never found',
  tag: 'Content gaps',
  key: 'admin',
  filter,
  success: answerOf(
    countedListOf(pageUseSchema).extend({
      kinds: z.array(kindUseSchema).describe('The sums of each kind of page, the most cited first.'),
    }),
    'By default of the last 30 days, in whole days (UTC); with `format=csv` one row each.',
  ),
  async handle({ deps, admission: { project }, filter, headers }) {
    const { limit, cursor, sort, kind, format, ...range } = filter;
    const by = { projectId: project.id, order: sort, kind, ...(await period(deps.store, range)) };
    const { pages, kinds } = await reportPageUse(deps.store, by, await indexedPages(deps, project));
    const read = async ({ limit, after: from = 0 }: PageRequest<number>) => {
      const rows = await withPagesBefore(deps.store, by, pages.slice(from, from + limit));
      return { rows, next: from + limit < pages.length ? from + limit : null };
    };
    if (format === 'csv') return csvOfPages(headers, { file: 'pages', read, show: cells, columns });
    const [after] = readCursor(cursor, z.tuple([z.number().int().min(0)])) ?? [];
    const { rows: items, next } = await read({ limit, after });
    const nextCursor = toCursor(next === null ? null : [next]);
    return { items, nextCursor, total: pages.length, kinds };
  },
});

const columns = [
  ...(['url', 'title', 'path', 'cited', 'found', 'unanswered', 'helpful', 'unhelpful'] as const),
  ...(['citedBefore', 'foundBefore', 'kind'] as const),
];

function cells({ before, ...page }: PageUse) {
  return { ...page, citedBefore: before.cited, foundBefore: before.found };
}

/** The pages of the live index; none before there is one. */
async function indexedPages(deps: Deps, project: Admission['project']) {
  try {
    await using docs = await deps.indexes.lease(project);
    return docs.index
      .list({})
      .map(({ url, title, path, kind }) => ({ url, title, path, kind: kind ?? 'docs' }));
  } catch (error) {
    if (error instanceof DocentError && error.code === 'not_ready') return [];
    throw error;
  }
}
