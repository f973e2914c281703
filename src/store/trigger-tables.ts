import type { GapLoopState } from '../lib/gap-loop-state.ts';

/** The tables of triggers, and of gaps with jobs; `schema.ts` explains the column types. */
export type TriggerTables = {
  triggers: {
    id: string;
    projectId: string;
    kind: 'code' | 'release' | 'schedule' | 'review' | 'gap' | 'checks' | 'conflict';
    /** The idempotency key of an event: `https://github.com/acme/product#12`. */
    subject: string;
    /** The event as JSON, in the agent's format. */
    about: string;
    /** `failed`: it could not be handled, however often it was tried. */
    outcome: 'waiting' | 'job' | 'ignored' | 'failed';
    /** Why no job was started. */
    reason: string | null;
    jobId: string | null;
    createdAt: number;
    /** Its place among those that wait, as people ordered them; null: behind all with one, by age. */
    place: number | null;
    /** How often it could not be handled. */
    tries: number;
  };
  gapLoops: {
    gapId: string;
    projectId: string;
    jobId: string;
    state: GapLoopState;
    /** The deployment that contains the change. */
    deploymentId: string | null;
    /** Why it was opened again. */
    reason: string | null;
    /** As JSON, once solved. */
    proof: string | null;
    updatedAt: number;
  };
};

export const triggerStatements = [
  `create table triggers (
    id text primary key,
    "projectId" text not null references projects (id) on delete cascade,
    kind text not null,
    subject text not null,
    about text not null,
    outcome text not null,
    reason text,
    "jobId" text references jobs (id) on delete set null,
    "createdAt" bigint not null,
    unique ("projectId", kind, subject)
  )`,
  `create index "triggersInOrder" on triggers ("projectId", "createdAt", id)`,
  `create index "triggersByJob" on triggers ("jobId")`,
  `create table "gapLoops" (
    "gapId" text primary key references gaps (id) on delete cascade,
    "projectId" text not null references projects (id) on delete cascade,
    "jobId" text not null references jobs (id) on delete cascade,
    state text not null,
    "deploymentId" text,
    reason text,
    proof text,
    "updatedAt" bigint not null
  )`,
  `create index "gapLoopsByJob" on "gapLoops" ("jobId")`,
  `create index "gapLoopsByState" on "gapLoops" ("projectId", state)`,
];

/** Jobs and events that wait. Events that were given up without anybody being told are shown as such. */
export const waitingStatements = [
  `alter table jobs add column "waitsFor" text`,
  `alter table triggers add column place integer`,
  `alter table triggers add column tries integer not null default 0`,
  `update triggers set outcome = 'failed', reason = 'It could not be handled.' where outcome = 'waiting'
    and not exists (select 1 from work where work.subject = triggers.id)`,
];
