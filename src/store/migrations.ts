import { channelMessageStatements, channelStatements, channelUseStatements } from './channel-tables.ts';
import { deployStatements, deployWorkStatements } from './deploy-tables.ts';
import {
  analyticsStatements,
  openTurnStatements,
  threadOrderStatements,
  topicStatements,
  turnCopyStatements,
} from './analytics-tables.ts';
import { accessStatements, passwordResetStatements, peopleStatements } from './people-tables.ts';
import { expansionCallStatements, expansionStatements } from './expansion-tables.ts';
import { fileStatements } from './file-tables.ts';
import { issuerStatements } from './issued.ts';
import { insightStatements, longPeriodStatements } from './insight-tables.ts';
import { pushStatements } from './push-tables.ts';
import {
  jobDiffStatements,
  jobMarkStatements,
  jobReviewStatements,
  jobStatements,
  jobWorkStatements,
} from './job-tables.ts';
import { keptStatements } from './kept-tables.ts';
import type { Store } from './store.ts';
import { monthStatements } from './month-tables.ts';
import { notificationStatements } from './notification-tables.ts';
import { oauthStatements } from './oauth-tables.ts';
import { requestKeyStatements } from './request-tables.ts';
import { sourceTokenStatements } from './source-token-tables.ts';
import { responseStatements } from './response-tables.ts';
import { topicMergeStatements } from './topic-merge-tables.ts';
import { triggerStatements, waitingStatements } from './trigger-tables.ts';
import { viewStatements } from './view-tables.ts';
import { workStatements } from './work-tables.ts';

type Migration = {
  /**
   * Ends in `!` when earlier versions cannot run with the changed tables: then they refuse to start. All others only add,
   * so that the version before can run, and start, beside the new one.
   */
  name: string;
  /** Statements that both databases understand, in order. */
  statements: (kind: Store['kind']) => string[];
};

/** Every change of the tables, oldest first. Never edit or reorder released ones: append. */
export const migrations: Migration[] = [
  {
    name: '001-first-tables',
    statements: (kind) => [...accounts, ...counters(kind), ...publishing, ...conversations],
  },
  { name: '002-credits', statements: () => credits },
  { name: '003-people', statements: () => peopleStatements },
  { name: '004-insights', statements: analyticsStatements },
  { name: '005-turns-of-thread', statements: () => threadOrderStatements },
  { name: '006-agent-jobs', statements: () => jobStatements },
  { name: '007-job-diffs', statements: () => jobDiffStatements },
  { name: '008-deployment-turns', statements: () => deployStatements },
  { name: '009-work', statements: (kind) => [...workStatements(kind), ...jobWorkStatements] },
  { name: '010-access', statements: () => accessStatements },
  { name: '011-deletion', statements: deletionStatements },
  {
    name: '012-key-budgets',
    statements: () => [`alter table keys add column budget text not null default '{}'`],
  },
  { name: '013-deployment-work', statements: () => deployWorkStatements },
  { name: '014-index-files', statements: fileStatements },
  { name: '015-topics', statements: () => topicStatements },
  { name: '016-open-turns', statements: () => openTurnStatements },
  { name: '017-triggers', statements: () => triggerStatements },
  { name: '018-notifications', statements: () => notificationStatements },
  {
    name: '019-turn-outcomes',
    statements: () => [
      `alter table turns add column outcome text`,
      `alter table turns add column "usedMeaning" integer`,
    ],
  },
  { name: '020-pushes', statements: () => pushStatements },
  { name: '021-turn-copies', statements: turnCopyStatements },
  { name: '022-who-asked', statements: () => [`alter table "jobMessages" add column "by" text`] },
  { name: '023-insights', statements: insightStatements },
  { name: '024-job-marks', statements: () => jobMarkStatements },
  { name: '025-expansions', statements: () => expansionStatements },
  {
    name: '026-deployment-steps',
    statements: () => [`alter table deployments add column steps text not null default '[]'`],
  },
  { name: '027-job-review', statements: () => jobReviewStatements },
  { name: '028-request-keys', statements: () => requestKeyStatements },
  { name: '029-expansion-calls', statements: () => expansionCallStatements },
  { name: '030-saved-views', statements: () => viewStatements },
  { name: '031-long-periods', statements: () => longPeriodStatements },
  { name: '032-months', statements: () => monthStatements },
  { name: '033-topic-merges', statements: () => topicMergeStatements },
  { name: '034-issuers', statements: () => issuerStatements },
  { name: '035-kept-answers', statements: keptStatements },
  { name: '036-oauth', statements: () => oauthStatements },
  { name: '037-channels', statements: () => channelStatements },
  { name: '038-job-proofs', statements: () => [`alter table jobs add column proof text`] },
  { name: '039-responses', statements: () => responseStatements },
  { name: '040-source-tokens', statements: () => sourceTokenStatements },
  { name: '041-password-resets', statements: () => passwordResetStatements },
  { name: '042-waiting', statements: () => waitingStatements },
  { name: '043-source-faults', statements: () => [`alter table projects add column "sourceFaults" text`] },
  { name: '044-channel-use', statements: () => channelUseStatements },
  { name: '045-channel-messages', statements: () => channelMessageStatements },
];

/** Whether a migration, also one of a later version, keeps earlier versions from running. */
export function isBreaking(name: string): boolean {
  return name.endsWith('!');
}

/** Data that a person may have deleted is found by their name, and leaves the full-text index, too. */
function deletionStatements(kind: Store['kind']): string[] {
  const shared = [
    `alter table searches add column fp text`,
    `create index "searchesByFp" on searches ("projectId", fp) where fp is not null`,
  ];
  if (kind === 'postgres') return shared;
  // https://sqlite.org/fts5.html#the_secure_delete_configuration_option
  return [
    ...shared,
    `insert into "turnTexts" ("turnTexts", rank) values ('secure-delete', 1)`,
    `insert into "turnTexts" ("turnTexts") values ('rebuild')`,
  ];
}

const accounts = [
  `create table organizations (
    id text primary key,
    name text not null,
    slug text not null unique,
    plan text not null,
    "createdAt" bigint not null
  )`,
  `create table projects (
    id text primary key,
    "organizationId" text not null references organizations (id) on delete cascade,
    domain text not null unique,
    name text not null,
    "baseUrl" text,
    settings text not null,
    source text not null,
    "currentDeploymentId" text,
    "createdAt" bigint not null
  )`,
  `create index "projectsByOrganization" on projects ("organizationId", "createdAt")`,
  `create table keys (
    id text primary key,
    kind text not null check (kind in ('assistant', 'admin')),
    "organizationId" text not null references organizations (id) on delete cascade,
    "projectId" text references projects (id) on delete cascade,
    name text not null,
    hash text not null unique,
    hint text not null,
    scopes text not null,
    "ipAllowList" text not null,
    "originAllowList" text not null,
    "expiresAt" bigint,
    "revokedAt" bigint,
    "createdAt" bigint not null,
    "lastUsedAt" bigint,
    check ((kind = 'assistant') = ("projectId" is not null))
  )`,
  `create index "keysByOrganization" on keys ("organizationId", "createdAt")`,
];

/**
 * The check keeps a limit exact: it undoes a whole statement that would count past `most`. Counters are written in
 * every request and may be lost in a crash, so they have no write-ahead log.
 */
function counters(kind: Store['kind']): string[] {
  return [
    `create ${kind === 'postgres' ? 'unlogged' : ''} table counters (
      key text primary key,
      used bigint not null,
      most bigint not null,
      "resetAt" bigint not null,
      constraint "withinLimit" check (used <= most)
    )`,
    `create index "countersByReset" on counters ("resetAt")`,
  ];
}

const publishing = [
  `create table deployments (
    id text primary key,
    "projectId" text not null references projects (id) on delete cascade,
    status text not null check (status in ('queued', 'in_progress', 'success', 'failure')),
    summary text not null,
    logs text not null,
    "commit" text,
    source text not null,
    "indexFile" text,
    "contentHash" text,
    progress text,
    "createdAt" bigint not null,
    "endedAt" bigint
  )`,
  `create index "deploymentsByProject" on deployments ("projectId", "createdAt")`,
];

const conversations = [
  `create table threads (
    "projectId" text not null references projects (id) on delete cascade,
    id text not null,
    "keyHash" text not null,
    fp text not null,
    "createdAt" bigint not null,
    "updatedAt" bigint not null,
    primary key ("projectId", id)
  )`,
  `create table turns (
    id text primary key,
    "projectId" text not null,
    "threadId" text not null,
    "messageId" text not null,
    question text not null,
    answer text not null,
    sources text not null,
    status text not null check (status in ('answered', 'partial', 'unanswered', 'failed')),
    reason text,
    "deploymentId" text,
    "commit" text,
    usage text not null,
    timings text not null,
    "costMicros" bigint not null,
    fp text not null,
    protocol text not null,
    model text not null,
    "currentPath" text,
    "createdAt" bigint not null,
    unique ("projectId", "messageId"),
    foreign key ("projectId", "threadId") references threads ("projectId", id) on delete cascade
  )`,
  `create index "turnsByThread" on turns ("projectId", "threadId", "createdAt")`,
  `create index "turnsByProject" on turns ("projectId", "createdAt")`,
  `create table feedback (
    id text primary key,
    "projectId" text not null references projects (id) on delete cascade,
    "messageId" text not null,
    helpful integer not null,
    comment text,
    "createdAt" bigint not null,
    unique ("projectId", "messageId")
  )`,
  `create index "feedbackByProject" on feedback ("projectId", "createdAt")`,
  `create table searches (
    id text primary key,
    "projectId" text not null references projects (id) on delete cascade,
    query text not null,
    "resultCount" integer not null,
    "topScore" double precision,
    "createdAt" bigint not null
  )`,
  `create index "searchesByProject" on searches ("projectId", "createdAt")`,
];

const credits = [
  `create table credits (
    "organizationId" text not null references organizations (id) on delete cascade,
    month text not null,
    used bigint not null,
    overage bigint not null,
    primary key ("organizationId", month)
  )`,
  `create table "creditHolds" (
    id text primary key,
    "organizationId" text not null references organizations (id) on delete cascade,
    month text not null,
    "expiresAt" bigint not null
  )`,
  `create index "creditHoldsByOrganization" on "creditHolds" ("organizationId")`,
  `create index "creditHoldsByEnd" on "creditHolds" ("expiresAt")`,
  `create table "creditAlerts" (
    "organizationId" text not null references organizations (id) on delete cascade,
    month text not null,
    percent integer not null,
    "createdAt" bigint not null,
    primary key ("organizationId", month, percent)
  )`,
  `create index "threadsByUse" on threads ("updatedAt")`,
  `create index "threadsByFp" on threads ("projectId", fp)`,
];
