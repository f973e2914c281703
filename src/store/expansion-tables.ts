/** The table of section expansions by language models; `schema.ts` explains the column types. */
export type ExpansionTables = {
  expansions: {
    projectId: string;
    /** Hash of the section's titles and text. */
    hash: string;
    /** '' here and below when the model had nothing to add: it is not asked again. */
    context: string;
    /** One a line. */
    questions: string;
    /** Its share of the call's cost, in millionths of a US dollar. */
    costMicros: number;
    createdAt: number;
  };
};

export const expansionStatements = [
  `create table expansions (
    "projectId" text not null references projects (id) on delete cascade,
    hash text not null,
    context text not null,
    questions text not null,
    "costMicros" bigint not null,
    "createdAt" bigint not null,
    primary key ("projectId", hash)
  )`,
  `create index "expansionsByTime" on expansions ("projectId", "createdAt")`,
];
