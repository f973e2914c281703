import type { StoreKind } from './store-kind.ts';

/** Answers that go on without their client, as `schema.ts` says of all tables. */
export type KeptTables = {
  keptAnswers: {
    id: string;
    /** Whose chat it is of, hashed. */
    chat: string;
    /** The process that writes it. */
    server: string;
    /** Whether it is to end. */
    stopped: number;
    /** Whether all of it was sent to a client that was there. */
    isRead: number;
    startedAt: number;
    savedAt: number;
    endedAt: number | null;
  };
  /** What was sent, in order. */
  keptChunks: { answerId: string; nth: number; text: string };
};

/** They may be lost in a crash of the database, so they have no write-ahead log. */
export function keptStatements(kind: StoreKind): string[] {
  const create = kind === 'postgres' ? 'create unlogged table' : 'create table';
  return [
    `${create} "keptAnswers" (
      id text primary key,
      chat text not null,
      server text not null,
      stopped integer not null default 0,
      "isRead" integer not null default 0,
      "startedAt" bigint not null,
      "savedAt" bigint not null,
      "endedAt" bigint
    )`,
    `create index "keptAnswersByChat" on "keptAnswers" (chat)`,
    `create index "keptAnswersByServer" on "keptAnswers" (server)`,
    `${create} "keptChunks" (
      "answerId" text not null,
      nth integer not null,
      text text not null,
      primary key ("answerId", nth)
    )`,
  ];
}
