import { z } from '@hono/zod-openapi';
import { countedListOf, type List } from '../protocol/manage/list-schema.ts';
import type { CountedPage, Paged, PageRequest, Position } from '../store/paging.ts';
import { type CsvList, csvOfPages } from './csv-answer.ts';
import { answerOf, route } from './json-route.ts';
import { fromCursor, pageFilter, toCursor } from './page-filter.ts';
import type { Call, Route, Scope } from './route.ts';

/** The query parameters of a list that can also be had as a file for spreadsheets. */
export const fileFilter = pageFilter.extend({ format: z.enum(['json', 'csv']).default('json') });

type FileFilter = z.output<typeof fileFilter>;

type ShownList<Row, Item, Counted> = CsvList<Row, Item, Position> & {
  read(page: PageRequest): Promise<Paged<Row> & Counted>;
};

/** One page of a list, with its total count where `read` counts; or with `format=csv` a file of all rows. */
export async function listAnswer<Row, Item extends object, Counted extends { total?: number }>(
  { filter, headers }: { filter: FileFilter; headers: Record<string, string> },
  list: ShownList<Row, Item, Counted>,
): Promise<Response | (List<Item> & Counted)> {
  const { format, limit, cursor } = filter;
  if (format === 'csv') return csvOfPages(headers, list);
  const { rows, next, ...counted } = await list.read({ limit, after: fromCursor(cursor) });
  return { items: rows.map(list.show), nextCursor: toCursor(next), ...(counted as unknown as Counted) };
}

type ListRoute<Item extends object, Row, To extends Scope, Filter> = Omit<
  Route<undefined, To, Filter>,
  'method' | 'success' | 'handle'
> &
  Pick<CsvList<Row, Item, Position>, 'file' | 'columns'> & {
    item: z.ZodType<Item>;
    order: string;
    show(row: Row, call: Call<undefined, To, Filter>): Item;
    read(call: Call<undefined, To, Filter>, page: PageRequest): Promise<CountedPage<Row>>;
  };

/** The route of a list in the order of time, in pages or as a file. */
export function listRoute<
  Item extends object,
  Row,
  To extends Scope = 'project',
  Filter extends FileFilter = FileFilter,
>({ item, order, read, show, file, columns, ...about }: ListRoute<Item, Row, To, Filter>) {
  return route({
    filter: fileFilter as unknown as z.ZodType<Filter>,
    ...about,
    method: 'get',
    success: answerOf(countedListOf(item), `${order}; with \`format=csv\` one row each.`),
    handle: (call: Call<undefined, To, Filter>) =>
      listAnswer(call, {
        file,
        columns,
        read: (page) => read(call, page),
        show: (row) => show(row, call),
      }),
  });
}
