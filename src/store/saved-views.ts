import type { Selectable } from 'kysely';
import type { Store } from './store.ts';
import type { ViewTables } from './view-tables.ts';
import { allOf, firstOf } from './records.ts';

/** A named set of filters of one of the dashboard's lists. */
export type SavedView = Omit<Selectable<ViewTables['savedViews']>, 'filters'> & {
  filters: Record<string, string | number>;
};

type Row = Selectable<ViewTables['savedViews']>;

/** A project's views of all lists, by name. */
export async function listSavedViews({ db }: Store, projectId: string): Promise<SavedView[]> {
  return allOf(
    db.selectFrom('savedViews').selectAll().where('projectId', '=', projectId).orderBy('name'),
    toView,
  );
}

/** Adds a view; one of this list and name keeps its id and gets the new filters. */
export async function saveView({ db }: Store, { filters, ...view }: SavedView): Promise<SavedView> {
  const row = await db
    .insertInto('savedViews')
    .values({ ...view, filters: JSON.stringify(filters) })
    .onConflict((conflict) =>
      conflict
        .columns(['projectId', 'list', 'name'])
        .doUpdateSet((of) => ({ filters: of.ref('excluded.filters') })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
  return toView(row);
}

/** @returns the deleted view; undefined when there was none */
export async function deleteSavedView(
  { db }: Store,
  by: { projectId: string; id: string },
): Promise<SavedView | undefined> {
  return firstOf(
    db.deleteFrom('savedViews').where('projectId', '=', by.projectId).where('id', '=', by.id).returningAll(),
    toView,
  );
}

function toView({ filters, ...row }: Row): SavedView {
  return { ...row, filters: JSON.parse(filters) as SavedView['filters'] };
}
