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
    outcome: 'waiting' | 'job' | 'ignored';
    /** Why no job was started. */
    reason: string | null;
    jobId: string | null;
    createdAt: number;
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
