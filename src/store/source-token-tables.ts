/** The table of the tokens of sources; `schema.ts` explains the column types. */
export type SourceTokenTables = {
  sourceTokens: {
    id: string;
    projectId: string;
    /** Sealed. */
    token: string;
    createdAt: number;
  };
};

export const sourceTokenStatements = [
  `create table "sourceTokens" (
    id text primary key,
    "projectId" text not null references projects (id) on delete cascade,
    token text not null,
    "createdAt" bigint not null
  )`,
  `create index "sourceTokensByProject" on "sourceTokens" ("projectId")`,
];
