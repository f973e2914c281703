/** Requests that their clients marked with a key, as `schema.ts` says of all tables. */
export type RequestTables = {
  requestKeys: { id: string; bodyHash: string; answer: string | null; createdAt: number };
};

export const requestKeyStatements = [
  `create table "requestKeys" (
    id text primary key,
    "bodyHash" text not null,
    answer text,
    "createdAt" bigint not null
  )`,
  `create index "requestKeysByTime" on "requestKeys" ("createdAt")`,
];
