import { type PersonData, readPersonData } from '../store/person-data.ts';
import type { Store } from '../store/store.ts';

/** All that a project stores of the questions, searches and ratings of one `fp`, oldest first. Times are ISO 8601. */
export async function exportPerson(store: Store, by: { projectId: string; fp: string }) {
  const { turns, searches } = await readPersonData(store, by);
  return { fp: by.fp, turns: turns.map(withDate), searches: searches.map(withDate) };
}

function withDate<Row extends PersonData['turns'][number] | PersonData['searches'][number]>(row: Row) {
  return { ...row, createdAt: new Date(row.createdAt).toISOString() };
}
