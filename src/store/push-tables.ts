/** The tables of pushed docs; `schema.ts` explains the column types. */
export type PushTables = {
  /** The files of the docs at each push. */
  pushes: {
    projectId: string;
    /** Which docs of the project: the name of a pushed source, '' for one without, the path for a folder. */
    name: string;
    /** Hash of the list of files. */
    sha256: string;
    /** That list as JSON; null for all but the newest push. */
    files: string | null;
    pushedAt: number;
  };
  /** Texts of pushed files, whose bytes are in the file store. */
  pushedFiles: {
    /** Its name in the file store. */
    name: string;
    /** Without a foreign key: the bytes outlive the project until they are swept. */
    projectId: string;
    sha256: string;
    bytes: number;
    createdAt: number;
    /** When it was found to be unused or not stored yet; null while it is in use. */
    unusedSince: number | null;
  };
};

export const pushStatements: string[] = [
  `create table pushes (
    "projectId" text not null references projects (id) on delete cascade,
    name text not null,
    sha256 text not null,
    files text,
    "pushedAt" bigint not null,
    primary key ("projectId", name, sha256)
  )`,
  `create table "pushedFiles" (
    name text primary key,
    "projectId" text not null,
    sha256 text not null,
    bytes bigint not null,
    "createdAt" bigint not null,
    "unusedSince" bigint
  )`,
  `create index "pushedFilesByProject" on "pushedFiles" ("projectId", sha256)`,
];
