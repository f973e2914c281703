/** The table of the OAuth authorization server; `schema.ts` explains the column types. */
export type OAuthTables = {
  /** Clients, grants, codes and tokens, by the hash of what identifies them. */
  oauthRecords: {
    model: string;
    hash: string;
    /** JSON, sealed with what `hash` is of, so that the table alone reveals nothing. */
    payload: string;
    /** The hash of the grant's id, for what ends with a grant. */
    grantHash: string | null;
    /** For grants: who gave it, to which client, for which project. */
    userId: string | null;
    clientId: string | null;
    projectId: string | null;
    createdAt: number;
    consumedAt: number | null;
    expiresAt: number;
  };
};

/** Also what the identity provider last said of a person's groups. */
export const oauthStatements = [
  `alter table users add column groups text not null default '[]'`,
  `alter table users add column "groupsAt" bigint`,
  `create table "oauthRecords" (
    model text not null,
    hash text not null,
    payload text not null,
    "grantHash" text,
    "userId" text references users (id) on delete cascade,
    "clientId" text,
    "projectId" text references projects (id) on delete cascade,
    "createdAt" bigint not null,
    "consumedAt" bigint,
    "expiresAt" bigint not null,
    primary key (model, hash)
  )`,
  `create index "oauthRecordsByGrant" on "oauthRecords" ("grantHash") where "grantHash" is not null`,
  `create index "oauthRecordsByUser" on "oauthRecords" ("userId") where "userId" is not null`,
  `create index "oauthRecordsByEnd" on "oauthRecords" ("expiresAt")`,
];
