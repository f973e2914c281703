import { ReadableStream } from 'node:stream/web';
import { DocentError } from '../errors.ts';
import type { Paged, PageRequest } from '../store/paging.ts';
import { csvHead, csvLines } from './csv.ts';

type Read<Row, Place> = Paged<Row, Place> & { total?: number };

/** Reads one page of a list. */
type ReadPage<Row, Place> = (page: PageRequest<Place>) => Promise<Read<Row, Place>>;

type FileOfPages<Row, Place> = {
  headers: Record<string, string>;
  /** With its extension. */
  name: string;
  type: string;
  read: ReadPage<Row, Place>;
  toText(rows: Row[]): string;
  /** The start of the file. */
  head?: string;
};

/** Rows in memory while a list is sent as a file. */
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

/** A list with columns. */
export type CsvList<Row, Item, Place> = {
  /** The file's name without ending. */
  file: string;
  read: ReadPage<Row, Place>;
  /** A row as it is shown, with all columns. */
  show(row: Row): Item;
  columns: readonly (keyof Item & string)[];
};

/** All rows of a list as a file for spreadsheets. */
export function csvOfPages<Row, Item extends object, Place>(
  headers: Record<string, string>,
  { file, read, show, columns }: CsvList<Row, Item, Place>,
): Promise<Response> {
  return fileOfPages({
    headers,
    name: `${file}.csv`,
    type: 'text/csv',
    head: csvHead(columns),
    read,
    toText: (rows) => csvLines(rows.map(show), columns),
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
  first: Read<Row, Place>,
  { read, toText, head = '' }: FileOfPages<Row, Place>,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(head + toText(first.rows));
  for (let after = first.next; after !== null;) {
    const { rows, next } = await read({ limit: rowsAtOnce, after, total: first.total }).catch(breakOff);
    yield Buffer.from(toText(rows));
    after = next;
  }
}

/** Node's adapter may send this error's message to the client, so it must not be the database's. */
function breakOff(cause: unknown): never {
  throw new DocentError('internal', 'The rest of the list could not be read. Please download it again.', {
    cause,
  });
}

function fileHeaders(name: string, type: string): Record<string, string> {
  return {
    'content-type': `${type}; charset=utf-8`,
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': 'no-store',
  };
}
