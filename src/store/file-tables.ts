import type { StoreKind } from './store-kind.ts';

/** The tables of files that travel between servers, as `schema.ts` says of all. */
export type FileTables = {
  /** Revisions of index files in the file store. */
  indexFiles: {
    /** What the file store knows it by. */
    name: string;
    /** What deployments know it by. */
    file: string;
    /** Of what is in it: servers of two versions each need their own. */
    format: number;
    sha256: string;
    createdAt: number;
    /** Null until it is there as a whole. */
    storedAt: number | null;
  };
  /** Of files that the database itself keeps. */
  fileChunks: { name: string; nth: number; bytes: Uint8Array };
};

export function fileStatements(kind: StoreKind): string[] {
  const postgres = kind === 'postgres';
  return [
    `create table "indexFiles" (
      name text primary key,
      file text not null,
      format integer not null,
      sha256 text not null,
      "createdAt" bigint not null,
      "storedAt" bigint
    )`,
    `create index "indexFilesByFile" on "indexFiles" (file, format)`,
    `create index "deploymentsByIndexFile" on deployments ("indexFile") where "indexFile" is not null`,
    `create table "fileChunks" (
      name text not null,
      nth integer not null,
      bytes ${postgres ? 'bytea' : 'blob'} not null,
      primary key (name, nth)
    )`,
    // Vectors do not get smaller by compressing.
    ...(postgres ? [`alter table "fileChunks" alter column bytes set storage external`] : []),
  ];
}
