import type { Generated } from 'kysely';
import type { StoreKind } from './store-kind.ts';

/** The table of background work; `schema.ts` explains the column types. */
export type WorkTables = {
  work: {
    /** Ascending in the order of requests, within a project. */
    id: Generated<number>;
    kind: string;
    /** The id of the job or project that the work is for. There is one record per kind and subject. */
    subject: string;
    /** The server whose files the work needs; '' for work that any server can do. */
    place: string;
    projectId: string | null;
    input: string | null;
    /** The fencing token: only the holder of the current attempt can write. */
    attempt: number;
    /** Attempts since the last progress. */
    tries: number;
    /** Requested again while it was running. */
    again: number;
    /** The process that holds it: `host:pid:id`. */
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
