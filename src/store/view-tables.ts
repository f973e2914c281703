/** The table of saved views; `schema.ts` explains the column types. */
export type ViewTables = {
  /** A named set of filters of one of the dashboard's lists, for everybody in the project. */
  savedViews: {
    id: string;
    projectId: string;
    list: string;
    name: string;
    /** JSON: the filters as they are in the list's address. */
    filters: string;
    createdAt: number;
  };
};

export const viewStatements = [
  `create table "savedViews" (
    id text primary key,
    "projectId" text not null references projects (id) on delete cascade,
    list text not null,
    name text not null,
    filters text not null,
    "createdAt" bigint not null
  )`,
  `create unique index "savedViewsByName" on "savedViews" ("projectId", list, name)`,
];
