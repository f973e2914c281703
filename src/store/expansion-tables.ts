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
    /** 0 since calls are counted in `expansionCalls`; before, its share of the call's cost. */
    costMicros: number;
    createdAt: number;
    /** Replies in which nothing about this section could be read; 0 for one that the model answered. */
    tries: number;
  };
  /** What calls cost, whatever came of them. */
  expansionCalls: {
    id: string;
    /** The project whose budget pays; a preview's calls count for its project. */
    projectId: string;
    /** In millionths of a US dollar; the estimate until the call has ended. */
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

export const expansionCallStatements = [
  `alter table expansions add column tries integer not null default 0`,
  `create table "expansionCalls" (
    id text primary key,
    "projectId" text not null references projects (id) on delete cascade,
    "costMicros" bigint not null,
    "createdAt" bigint not null
  )`,
  `create index "expansionCallsByTime" on "expansionCalls" ("projectId", "createdAt")`,
];
