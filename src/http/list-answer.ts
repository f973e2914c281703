import { z } from '@hono/zod-openapi';
import type { List } from '../protocol/manage/list-schema.ts';
import type { Paged, PageRequest, Position } from '../store/paging.ts';
import { type CsvList, csvOfPages } from './csv-answer.ts';
import { fromCursor, pageFilter, toCursor } from './page-filter.ts';

/** The query parameters of a list that can also be had as a file for spreadsheets. */
export const fileFilter = pageFilter.extend({ format: z.enum(['json', 'csv']).default('json') });

type Filter = z.output<typeof fileFilter>;
type Headers = Record<string, string>;

type Answer<Item, Counted> = { json(body: List<Item> & Counted, headers: Headers): Response };

type ShownList<Row, Item, Counted> = CsvList<Row, Item, Position> & {
  read(page: PageRequest): Promise<Paged<Row> & Counted>;
};

/** One page of a list, with its total count where `read` counts; or with `format=csv` a file of all rows. */
export async function listResponse<Row, Item extends object, Counted extends { total?: number }>(
  { answer, filter, headers }: { answer: Answer<Item, Counted>; filter: Filter; headers: Headers },
  list: ShownList<Row, Item, Counted>,
): Promise<Response> {
  const { format, limit, cursor } = filter;
  if (format === 'csv') return csvOfPages(headers, list);
  const { rows, next, ...counted } = await list.read({ limit, after: fromCursor(cursor) });
  const items = rows.map(list.show);
  return answer.json({ items, nextCursor: toCursor(next), ...(counted as unknown as Counted) }, headers);
}
