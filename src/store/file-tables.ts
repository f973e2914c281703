import type { StoreKind } from './store-kind.ts';

/** The tables of files that servers share; `schema.ts` explains the column types. */
export type FileTables = {
  /** Revisions of index files in the file store. */
  indexFiles: {
    /** Its name in the file store. */
    name: string;
    /** Its name in deployments. */
    file: string;
    /** The format of its content: servers of two versions each need their own. */
    format: number;
    sha256: string;
    createdAt: number;
    /** Null until it is complete. */
    storedAt: number | null;
  };
  /** Chunks of files that are stored in the database. */
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
    // Vectors do not compress.
    ...(postgres ? [`alter table "fileChunks" alter column bytes set storage external`] : []),
  ];
}
