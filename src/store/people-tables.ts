import type { Generated } from 'kysely';

export type Role = 'owner' | 'admin' | 'viewer';

/** The tables of people and their actions; `schema.ts` explains the column types. */
export type PeopleTables = {
  users: {
    id: string;
    /** Lower-case; identifies the person. */
    email: string;
    name: string;
    /** Argon2id in the PHC string format; null for people who sign in through an identity provider. */
    passwordHash: string | null;
    /** Issuer and subject at the identity provider. */
    subject: string | null;
    createdAt: number;
    lastSeenAt: number | null;
    /** 1: operates this server, and manages the grants of organizations. */
    operator: Generated<number>;
    /** The groups of which the identity provider spoke at the last sign-in, as JSON. */
    groups: Generated<string>;
    groupsAt: Generated<number | null>;
  };
  members: { organizationId: string; userId: string; role: Role; createdAt: number };
  sessions: {
    id: string;
    hash: string;
    userId: string;
    createdAt: number;
    lastSeenAt: number;
    /** The client that signed in. */
    ip: string | null;
    userAgent: string | null;
  };
  invitations: {
    id: string;
    organizationId: string;
    /** Null: the set-up link of a server without accounts. */
    email: string | null;
    role: Role;
    hash: string;
    invitedBy: string;
    createdAt: number;
    expiresAt: number;
  };
  passwordResets: {
    hash: string;
    userId: string;
    expiresAt: number;
  };
  readerSecrets: {
    projectId: string;
    /** Readable or encrypted: a signature cannot be verified with a hash. */
    secret: string;
    previousSecret: string | null;
    previousUntil: number | null;
    createdAt: number;
    /** The key that made it, as JSON; null for a person. */
    issued: string | null;
    previousIssued: string | null;
  };
  auditEntries: {
    id: string;
    organizationId: string;
    projectId: string | null;
    actorKind: 'user' | 'key' | 'system';
    actorId: string | null;
    actorName: string;
    action: string;
    target: string | null;
    details: string;
    ip: string | null;
    createdAt: number;
  };
};

/** Operators, session details, provider subjects and project secrets. */
export const accessStatements: string[] = [
  `alter table users add column operator integer not null default 0`,
  // Until now the owners of the first organization had the rights of an operator.
  `update users set operator = 1 where id in (
    select members."userId" from members
    join organizations on organizations.id = members."organizationId"
    where members.role = 'owner' and organizations.slug = 'default')`,
  `alter table sessions add column ip text`,
  `alter table sessions add column "userAgent" text`,
  `alter table keys add column previews integer not null default 0`,
  `alter table keys add column "parentId" text`,
  `create index "keysByParent" on keys ("parentId")`,
  `alter table threads add column reader text`,
  `create table "readerSecrets" (
    "projectId" text primary key references projects (id) on delete cascade,
    secret text not null,
    "previousSecret" text,
    "previousUntil" bigint,
    "createdAt" bigint not null
  )`,
];

export const peopleStatements: string[] = [
  `create table users (
    id text primary key,
    email text not null unique,
    name text not null,
    "passwordHash" text,
    subject text unique,
    "createdAt" bigint not null,
    "lastSeenAt" bigint
  )`,
  `create table members (
    "organizationId" text not null references organizations (id) on delete cascade,
    "userId" text not null references users (id) on delete cascade,
    role text not null check (role in ('owner', 'admin', 'viewer')),
    "createdAt" bigint not null,
    primary key ("organizationId", "userId")
  )`,
  `create index "membersByUser" on members ("userId")`,
  `create table sessions (
    id text primary key,
    hash text not null unique,
    "userId" text not null references users (id) on delete cascade,
    "createdAt" bigint not null,
    "lastSeenAt" bigint not null
  )`,
  `create index "sessionsByUser" on sessions ("userId")`,
  `create index "sessionsByUse" on sessions ("lastSeenAt")`,
  `create table invitations (
    id text primary key,
    "organizationId" text not null references organizations (id) on delete cascade,
    email text,
    role text not null check (role in ('owner', 'admin', 'viewer')),
    hash text not null unique,
    "invitedBy" text not null,
    "createdAt" bigint not null,
    "expiresAt" bigint not null
  )`,
  `create index "invitationsByOrganization" on invitations ("organizationId", "createdAt", id)`,
  `create table "auditEntries" (
    id text primary key,
    "organizationId" text not null references organizations (id) on delete cascade,
    "projectId" text,
    "actorKind" text not null check ("actorKind" in ('user', 'key', 'system')),
    "actorId" text,
    "actorName" text not null,
    action text not null,
    target text,
    details text not null,
    ip text,
    "createdAt" bigint not null
  )`,
  `create index "auditByOrganization" on "auditEntries" ("organizationId", "createdAt", id)`,
];

export const passwordResetStatements: string[] = [
  `create table "passwordResets" (
    hash text primary key,
    "userId" text not null references users (id) on delete cascade,
    "expiresAt" bigint not null
  )`,
  `create index "passwordResetsByUser" on "passwordResets" ("userId")`,
];
