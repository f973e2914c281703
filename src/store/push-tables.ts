/** The tables of docs that were pushed, as `schema.ts` says of all. */
export type PushTables = {
  /** What docs consisted of at each push. */
  pushes: {
    projectId: string;
    /** Which docs of the project: '' for those of its pushed source, the path for those of a folder. */
    name: string;
    /** Of the list of files. */
    sha256: string;
    /** That list as JSON; null for all but the newest. */
    files: string | null;
    pushedAt: number;
  };
  /** Texts of pushed files, of which the file store has the bytes. */
  pushedFiles: {
    /** What the file store knows it by. */
    name: string;
    /** Without a reference: the bytes outlive the project until they are swept. */
    projectId: string;
    sha256: string;
    bytes: number;
    createdAt: number;
    /** When it was seen that nobody needs it, or that it is not stored yet; null for one that is there. */
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
