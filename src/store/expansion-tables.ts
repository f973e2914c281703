/** Of section expansion, which is gone: no code uses these tables, and the version before may run beside this one. */
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
