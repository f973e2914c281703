import type { DatabaseSync } from 'node:sqlite';
import { fields } from './lexical/fields.ts';
import { withRoom } from './with-room.ts';

/** What a search must know of every section, as arrays by section number. Page 0 means: no such section. */
export type SectionColumns = {
  pages: Uint32Array;
  facets: Uint32Array;
  /** Number of terms in each of `fields`. */
  lengths: Uint32Array[];
};

const names = ['page', 'facet', ...fields.map(({ name }) => name)];

/** The columns of an index file; of length 1 in a file without sections. */
export function readColumns(database: DatabaseSync): SectionColumns {
  const read = database.prepare('SELECT data FROM section_columns WHERE name = ?');
  const [pages, facets, ...lengths] = names.map((name) => {
    const data = read.get(name)?.['data'] as Uint8Array | undefined;
    return data ? new Uint32Array(new Uint8Array(data).buffer) : new Uint32Array(1);
  });
  return { pages: pages!, facets: facets!, lengths };
}

type ColumnsWriter = {
  set: (section: number, page: number, facet: number, lengths: number[]) => void;
  remove: (section: number) => void;
  write: () => void;
};

/** Writes the columns of an index file that is being built. */
export function createColumnsWriter(database: DatabaseSync): ColumnsWriter {
  const { pages, facets, lengths } = readColumns(database);
  let columns = [pages, facets, ...lengths];
  const put = database.prepare('INSERT OR REPLACE INTO section_columns VALUES (?, ?)');
  return {
    set(section, page, facet, lengths) {
      if (section >= columns[0]!.length) columns = columns.map((column) => withRoom(column, 2 * section));
      for (const [i, value] of [page, facet, ...lengths].entries()) columns[i]![section] = value;
    },
    remove(section) {
      for (const column of columns) column[section] = 0;
    },
    write() {
      const count = columns[0]!.findLastIndex((page) => page > 0) + 1;
      for (const [i, name] of names.entries()) {
        const { buffer } = columns[i]!.slice(0, Math.max(1, count));
        put.run(name, new Uint8Array(buffer));
      }
    },
  };
}
