import type { Generated } from 'kysely';
import type { StoreKind } from './store-kind.ts';

/** The table of background work, as `schema.ts` says of all. */
export type WorkTables = {
  work: {
    /** In the order in which it was asked for, within a project. */
    id: Generated<number>;
    kind: string;
    /** What it is done for: the id of a job or of a project. One record of a kind for each. */
    subject: string;
    /** The server whose files it is about; '' for work that any server can do. */
    place: string;
    projectId: string | null;
    input: string | null;
    /** The fence: who does not hold the current attempt can write nothing. */
    attempt: number;
    /** Attempts since it last got anywhere. */
    tries: number;
    /** Asked for again while it was under way. */
    again: number;
    /** The process that has it: `host:pid:id`. */
    holder: string | null;
    leaseUntil: number;
    runAfter: number;
  };
};

export const workStatements = (kind: StoreKind): string[] => [
  `create table work (
    id ${kind === 'postgres' ? 'bigint generated always as identity primary key' : 'integer primary key autoincrement'},
    kind text not null,
    subject text not null,
    place text not null,
    "projectId" text references projects (id) on delete cascade,
    input text,
    attempt integer not null,
    tries integer not null,
    again integer not null,
    holder text,
    "leaseUntil" bigint not null,
    "runAfter" bigint not null,
    unique (kind, subject, place)
  )`,
  `create index "workByProject" on work ("projectId", kind, id)`,
  `create index "workByTime" on work (kind, "runAfter", id)`,
];
