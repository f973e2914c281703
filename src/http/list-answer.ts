import { z } from '@hono/zod-openapi';
import type { List } from '../protocol/manage/list-schema.ts';
import type { CountedPage } from '../store/paging.ts';
import { csv, maxCsvRows } from './csv-answer.ts';
import { fromCursor, pageFilter, toCursor } from './page-filter.ts';

/** The query parameters of a list that can also be had as a file for spreadsheets. */
export const fileFilter = pageFilter.extend({ format: z.enum(['json', 'csv']).default('json') });

type Filter = z.output<typeof fileFilter>;

/** The rows to read: one page, or those of a file. */
export function wantedPage({ limit, cursor, format }: Filter) {
  return format === 'csv' ? { limit: maxCsvRows } : { limit, after: fromCursor(cursor) };
}

/**
 * One page of a list with its total count; or with `format=csv` a file with these columns.
 * @param items the rows as the API shows them
 * @param file its name without ending
 */
export function listResponse<Item extends object>(
  { answer, format, headers }: { answer: CountedAnswer<Item>; format: Filter['format']; headers: Headers },
  { next, total }: Pick<CountedPage<unknown>, 'next' | 'total'>,
  items: Item[],
  { file, columns }: { file: string; columns: (keyof Item & string)[] },
): Response {
  if (format === 'json') return answer.json({ items, nextCursor: toCursor(next), total }, headers);
  const rows = items.map((item) =>
    Object.fromEntries(columns.map((column) => [column, cellOf(item[column])])),
  );
  return csv(headers, file, rows, columns);
}

type Headers = Record<string, string>;
type CountedAnswer<Item> = {
  json(body: List<Item> & { total: number }, headers: Headers): Response;
};

/** Nothing for null, the name of a person or thing, texts in a row; anything else as JSON. */
function cellOf(value: unknown): string | number {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value.join(' ');
  if (typeof value === 'object' && 'name' in value && typeof value.name === 'string') return value.name;
  return JSON.stringify(value);
}
