import type { JobPhase, JobStatus } from '../lib/job-status.ts';

/** The agent's tables; `schema.ts` explains the column types. */
export type JobTables = {
  jobs: {
    id: string;
    projectId: string;
    status: JobStatus;
    phase: JobPhase;
    title: string | null;
    model: string;
    repository: string;
    ref: string | null;
    draft: number;
    round: number;
    roundStartedAt: number;
    baseBranch: string | null;
    baseCommit: string | null;
    branch: string | null;
    commit: string | null;
    pullRequest: string | null;
    finish: string | null;
    findings: string;
    validations: number;
    todo: string;
    error: string | null;
    usage: string;
    steps: number;
    proof: string | null;
    waitsFor: string | null;
    createdAt: number;
    updatedAt: number;
    endedAt: number | null;
    archivedAt: number | null;
  };
  jobMessages: {
    jobId: string;
    nth: number;
    author: 'person' | 'checks';
    /** The author's display name; null when unknown. */
    by: string | null;
    text: string;
    step: number | null;
    createdAt: number;
  };
  jobSteps: {
    jobId: string;
    nth: number;
    round: number;
    messages: string;
    tools: string;
    usage: string;
    createdAt: number;
  };
  jobFiles: { jobId: string; path: string; content: string | null };
  jobEvents: { jobId: string; nth: number; event: string; createdAt: number };
  jobDiffs: { jobId: string; round: number; diff: string; whole: string | null };
  jobTexts: { jobId: string; round: number; path: string; texts: string };
  jobMarks: { mark: string; jobId: string };
  jobRequests: { projectId: string; key: string; bodyHash: string; jobId: string; createdAt: number };
};

export const jobStatements = [
  `create table jobs (
    id text primary key,
    "projectId" text not null references projects (id) on delete cascade,
    status text not null check (status in ('active', 'completed', 'failed', 'archived')),
    phase text not null,
    title text,
    model text not null,
    repository text not null,
    ref text,
    draft integer not null,
    round integer not null,
    "roundStartedAt" bigint not null,
    "baseBranch" text,
    "baseCommit" text,
    branch text,
    "commit" text,
    "pullRequest" text,
    finish text,
    findings text not null,
    validations integer not null,
    todo text not null,
    error text,
    usage text not null,
    steps integer not null,
    attempt integer not null,
    stalls integer not null,
    retries integer not null,
    "leaseUntil" bigint not null,
    "notBefore" bigint not null,
    "createdAt" bigint not null,
    "updatedAt" bigint not null,
    "endedAt" bigint,
    "archivedAt" bigint
  )`,
  `create index "jobsByProject" on jobs ("projectId", "createdAt", id)`,
  `create index "activeJobs" on jobs ("createdAt") where status = 'active'`,
  `create table "jobMessages" (
    "jobId" text not null references jobs (id) on delete cascade,
    nth integer not null,
    author text not null,
    text text not null,
    step integer,
    "createdAt" bigint not null,
    primary key ("jobId", nth)
  )`,
  `create table "jobSteps" (
    "jobId" text not null references jobs (id) on delete cascade,
    nth integer not null,
    round integer not null,
    messages text not null,
    tools text not null,
    usage text not null,
    "createdAt" bigint not null,
    primary key ("jobId", nth)
  )`,
  `create table "jobFiles" (
    "jobId" text not null references jobs (id) on delete cascade,
    path text not null,
    content text,
    primary key ("jobId", path)
  )`,
  `create table "jobEvents" (
    "jobId" text not null references jobs (id) on delete cascade,
    nth integer not null,
    event text not null,
    "createdAt" bigint not null,
    primary key ("jobId", nth)
  )`,
  `create table "jobRequests" (
    "projectId" text not null references projects (id) on delete cascade,
    key text not null,
    "bodyHash" text not null,
    "jobId" text not null references jobs (id) on delete cascade,
    "createdAt" bigint not null,
    primary key ("projectId", key)
  )`,
];

export const jobDiffStatements = [
  `create table "jobDiffs" (
    "jobId" text not null references jobs (id) on delete cascade,
    round integer not null,
    diff text not null,
    primary key ("jobId", round)
  )`,
];

/** The data of a review: the whole diff of a pull request with several rounds, and the files before and after. */
export const jobReviewStatements = [
  `alter table "jobDiffs" add column whole text`,
  `create table "jobTexts" (
    "jobId" text not null references jobs (id) on delete cascade,
    round integer not null,
    path text not null,
    texts text not null,
    primary key ("jobId", round, path)
  )`,
];

/** Leases moved into the table of work. */
export const jobWorkStatements = [
  `insert into work (kind, subject, place, "projectId", attempt, tries, again, "leaseUntil", "runAfter")
    select 'job', id, '', "projectId", 0, 0, 0, 0, "createdAt" from jobs where status = 'active' order by "createdAt", id`,
  `drop index "activeJobs"`,
  ...['attempt', 'stalls', 'retries', 'leaseUntil', 'notBefore'].map(
    (column) => `alter table jobs drop column "${column}"`,
  ),
];

/** Marks that identify a job at a forge. */
export const jobMarkStatements = [
  `create table "jobMarks" (
    mark text primary key,
    "jobId" text not null references jobs (id) on delete cascade
  )`,
  `create index "jobMarksByJob" on "jobMarks" ("jobId")`,
];
