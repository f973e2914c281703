import { ReadableStream } from 'node:stream/web';
import type { Paged, PageRequest } from '../store/paging.ts';
import { csvHead, csvLines } from './csv.ts';

/** Reads one page of a list. */
type ReadPage<Row, Place> = (page: PageRequest<Place>) => Promise<Paged<Row, Place>>;

type FileOfPages<Row, Place> = {
  headers: Record<string, string>;
  /** With its ending. */
  name: string;
  type: string;
  read: ReadPage<Row, Place>;
  toText(rows: Row[]): string;
  /** What it starts with. */
  head?: string;
};

/** Memory holds this many rows of a list that is sent as a file. */
const rowsAtOnce = 1_000;

/** Rows as a file for spreadsheets. */
export function csv<Row extends object>(
  headers: Record<string, string>,
  name: string,
  rows: readonly Row[],
  columns: readonly (keyof Row & string)[],
): Response {
  return new Response(csvHead(columns) + csvLines(rows, columns), {
    headers: { ...headers, ...fileHeaders(`${name}.csv`, 'text/csv') },
  });
}

/** All rows of a list as a file for spreadsheets. */
export function csvOfPages<Row extends object, Place>(
  headers: Record<string, string>,
  name: string,
  read: ReadPage<Row, Place>,
  columns: readonly (keyof Row & string)[],
): Promise<Response> {
  return fileOfPages({
    headers,
    name: `${name}.csv`,
    type: 'text/csv',
    head: csvHead(columns),
    read,
    toText: (rows) => csvLines(rows, columns),
  });
}

/** All rows of a list as a file that is read and sent page by page. A fault of the first page is an error response. */
export async function fileOfPages<Row, Place>(file: FileOfPages<Row, Place>): Promise<Response> {
  const first = await file.read({ limit: rowsAtOnce });
  return new Response(ReadableStream.from(chunksOf(first, file)), {
    headers: { ...file.headers, ...fileHeaders(file.name, file.type) },
  });
}

async function* chunksOf<Row, Place>(
  first: Paged<Row, Place>,
  { read, toText, head = '' }: FileOfPages<Row, Place>,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(head + toText(first.rows));
  for (let after = first.next; after !== null;) {
    const { rows, next } = await read({ limit: rowsAtOnce, after });
    yield Buffer.from(toText(rows));
    after = next;
  }
}

function fileHeaders(name: string, type: string): Record<string, string> {
  return {
    'content-type': `${type}; charset=utf-8`,
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': 'no-store',
  };
}
