import type { GapLoopState } from '../lib/gap-loop-state.ts';

/** What starts jobs besides people, and what became of gaps that a job was started for; as `schema.ts` says of all. */
export type TriggerTables = {
  triggers: {
    id: string;
    projectId: string;
    kind: 'code' | 'release' | 'schedule' | 'review' | 'gap' | 'checks' | 'conflict';
    /** The same for what happens once: `https://github.com/acme/product#12`. */
    subject: string;
    /** What happened, as JSON: the shape is the agent's. */
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
    /** The deployment that brings the change. */
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
