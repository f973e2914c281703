/** The cause of a deployment. */
export type DeploymentCause =
  | 'request'
  | 'start'
  | 'push'
  | 'poll'
  | 'watch'
  /** A stopped server left it unfinished, or an outage failed it. */
  | 'recovery'
  /** A rollback: nothing was read. */
  | 'rollback';

export const stepNames = ['queued', 'reading', 'parsing', 'indexing', 'live', 'vectors'] as const;
export type StepName = (typeof stepNames)[number];

/** A step of a deployment; times are milliseconds since 1970. */
export type DeploymentStep = {
  name: StepName;
  startedAt: number;
  endedAt: number | null;
  failed: boolean;
  /** Files, or sections for vectors; null for steps without a count. */
  done: number | null;
  total: number | null;
};

/** The tables of deployment requests and causes; `schema.ts` explains the column types. */
export type DeployTables = {
  webhooks: {
    projectId: string;
    /** Stored readable: a signature cannot be verified with a hash. It authorizes only deployments. */
    secret: string;
    previousSecret: string | null;
    previousUntil: number | null;
    createdAt: number;
    /** The key that made it, as JSON; null for a person. */
    issued: string | null;
    previousIssued: string | null;
  };
  webhookDeliveries: { projectId: string; id: string; receivedAt: number };
};

export const deployStatements: string[] = [
  `update deployments set status = 'failure', "endedAt" = "createdAt",
    summary = 'The server stopped before it was done. Please deploy again.'
    where status in ('queued', 'in_progress')`,
  `alter table deployments add column cause text not null default 'request'`,
  `alter table deployments add column confirmed integer not null default 0`,
  `alter table deployments add column "restoredFrom" text`,
  // A request while another one is queued is merged with it: it will read the newest docs.
  `create unique index "deploymentsQueued" on deployments ("projectId") where status = 'queued'`,
  `create index "deploymentsUnderWay" on deployments ("projectId") where status = 'in_progress'`,
  `create table "deployTurns" (
    "projectId" text primary key references projects (id) on delete cascade,
    holder text not null,
    until bigint not null
  )`,
  `alter table projects add column "previewOf" text references projects (id) on delete cascade`,
  `alter table projects add column branch text`,
  `alter table projects add column "expiresAt" bigint`,
  `create unique index "projectsByPreview" on projects ("previewOf", branch)`,
  `create table webhooks (
    "projectId" text primary key references projects (id) on delete cascade,
    secret text not null,
    "previousSecret" text,
    "previousUntil" bigint,
    "createdAt" bigint not null
  )`,
  `create table "webhookDeliveries" (
    "projectId" text not null references projects (id) on delete cascade,
    id text not null,
    "receivedAt" bigint not null,
    primary key ("projectId", id)
  )`,
  `create index "webhookDeliveriesByTime" on "webhookDeliveries" ("receivedAt")`,
];

/** Leases moved into the table of work; unfinished deployments become work. */
export const deployWorkStatements: string[] = [
  `alter table projects add column "pollAt" bigint`,
  `insert into work (kind, subject, place, "projectId", attempt, tries, again, "leaseUntil", "runAfter")
    select 'deployment', "projectId", '', "projectId", 0, 0, 0, 0, min("createdAt") from deployments
    where status in ('queued', 'in_progress') group by "projectId" on conflict do nothing`,
  `drop table "deployTurns"`,
];
