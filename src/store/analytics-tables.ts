import type { Generated } from 'kysely';
import type { StoreKind } from './store-kind.ts';

/** The tables of analytics; `schema.ts` explains the column types. */
export type AnalyticsTables = {
  /** Unfinished turns, as JSON. */
  openTurns: { projectId: string; threadId: string; messageId: string; turn: string; savedAt: number };
  /** Counts per day, so that a year costs 366 rows and survives the deletion of conversations. */
  usageDays: {
    projectId: string;
    /** Whole days since 1970, UTC. */
    day: number;
    answered: number;
    partial: number;
    unanswered: number;
    failed: number;
    inputTokens: number;
    outputTokens: number;
    costMicros: number;
    searches: number;
    searchesWithoutResults: number;
    helpful: number;
    unhelpful: number;
  };
  /** Topics: questions with the same meaning. A topic with unanswered questions is a content gap. */
  gaps: {
    id: string;
    projectId: string;
    status: 'open' | 'dismissed' | 'solved';
    /** Unused: the previous version wrote JSON here. */
    vector: string | null;
    /** The method that made the vectors; empty: they must be recomputed. */
    model: string;
    labelTurnId: string | null;
    count: number;
    createdAt: number;
    lastAskedAt: number;
    /** The sum of its questions' vectors: little-endian 32-bit floats in base64. */
    vectorSum: string | null;
    /** How many of its questions have no full answer. */
    unanswered: Generated<number>;
    name: string | null;
    namedBy: 'model' | 'person' | null;
    /** How many questions it had when a model named it. */
    namedAtCount: Generated<number>;
    /** 1: a person edited it, so it is never merged into another automatically. */
    byHand: Generated<number>;
    ownerId: string | null;
    note: Generated<string>;
    jobId: string | null;
  };
  gapTurns: {
    turnId: string;
    gapId: string;
    projectId: string;
    createdAt: number;
    status: Generated<'answered' | 'partial' | 'unanswered' | 'failed'>;
    /** Of a follow-up: the turn with the question that it follows up on. */
    afterTurnId: string | null;
  };
  /** Copies of a turn's text. `subject` is the id of a job, of a topic, or of a job that was started for a topic. */
  turnCopies: { turnId: string; kind: 'job' | 'name' | 'loop' | 'proof'; subject: string };
};

/** Columns of `threads` that summarize its turns, so that lists and filters need not read the turns. */
export type ThreadSummary = {
  question: string;
  turns: number;
  partial: number;
  unanswered: number;
  failed: number;
  helpful: number;
  unhelpful: number;
  costMicros: number;
};

const ofThread = 'turns."projectId" = threads."projectId" and turns."threadId" = threads.id';
const ofTurn = 'feedback."projectId" = turns."projectId" and feedback."messageId" = turns."messageId"';

const counted = ['turns', 'partial', 'unanswered', 'failed', 'helpful', 'unhelpful'];
const filtered = ['partial', 'unanswered', 'failed', 'helpful', 'unhelpful'];

/** Sets the columns of `threads` that summarize its turns. */
export const summarizeThread = `question = coalesce((select substr(question, 1, 300) from turns where ${ofThread}
      order by turns."createdAt", turns.id limit 1), ''),
    turns = (select count(*) from turns where ${ofThread}),
    partial = (select count(*) from turns where ${ofThread} and status = 'partial'),
    unanswered = (select count(*) from turns where ${ofThread} and status = 'unanswered'),
    failed = (select count(*) from turns where ${ofThread} and status = 'failed'),
    "costMicros" = coalesce((select sum("costMicros") from turns where ${ofThread}), 0),
    helpful = (select count(*) from turns join feedback on ${ofTurn} where ${ofThread} and feedback.helpful = 1),
    unhelpful = (select count(*) from turns join feedback on ${ofTurn} where ${ofThread} and feedback.helpful = 0)`;

const threadSummaries = [
  `alter table threads add column question text not null default ''`,
  ...counted.map((name) => `alter table threads add column ${name} integer not null default 0`),
  `alter table threads add column "costMicros" bigint not null default 0`,
  `update threads set ${summarizeThread}`,
  `create index "conversationsByUse" on threads ("projectId", "updatedAt", id)`,
  ...filtered.map(
    (name) => `create index "threads_${name}" on threads ("projectId", "updatedAt", id) where ${name} > 0`,
  ),
];

const usage = [
  `create table "usageDays" (
    "projectId" text not null references projects (id) on delete cascade,
    day bigint not null,
    answered bigint not null default 0,
    partial bigint not null default 0,
    unanswered bigint not null default 0,
    failed bigint not null default 0,
    "inputTokens" bigint not null default 0,
    "outputTokens" bigint not null default 0,
    "costMicros" bigint not null default 0,
    searches bigint not null default 0,
    "searchesWithoutResults" bigint not null default 0,
    helpful bigint not null default 0,
    unhelpful bigint not null default 0,
    primary key ("projectId", day)
  )`,
  `insert into "usageDays" ("projectId", day, answered, partial, unanswered, failed, "costMicros")
    select "projectId", "createdAt" / 86400000,
      sum(case when status = 'answered' then 1 else 0 end), sum(case when status = 'partial' then 1 else 0 end),
      sum(case when status = 'unanswered' then 1 else 0 end), sum(case when status = 'failed' then 1 else 0 end),
      sum("costMicros")
    from turns group by 1, 2`,
];

const turnLists = [
  `alter table turns add column caller text not null default 'api'`,
  `create index "turnsByCaller" on turns ("projectId", "createdAt", caller)`,
  `create index "turnsInOrder" on turns ("projectId", "createdAt", id)`,
  `drop index "turnsByProject"`,
  `create index "feedbackInOrder" on feedback ("projectId", "createdAt", id)`,
  `drop index "feedbackByProject"`,
  `create index "searchTerms" on searches ("projectId", "createdAt", query, "resultCount")`,
  `drop index "searchesByProject"`,
  `create index "deploymentsInOrder" on deployments ("projectId", "createdAt", id)`,
  `drop index "deploymentsByProject"`,
];

const gaps = [
  `create table gaps (
    id text primary key,
    "projectId" text not null references projects (id) on delete cascade,
    status text not null check (status in ('open', 'dismissed', 'solved')),
    vector text,
    model text not null,
    "labelTurnId" text references turns (id) on delete set null,
    count integer not null,
    "createdAt" bigint not null,
    "lastAskedAt" bigint not null
  )`,
  `create index "gapsByCount" on gaps ("projectId", status, count, id)`,
  `create index "gapsByLabel" on gaps ("labelTurnId")`,
  `create table "gapTurns" (
    "turnId" text primary key references turns (id) on delete cascade,
    "gapId" text not null references gaps (id) on delete cascade,
    "projectId" text not null,
    "createdAt" bigint not null
  )`,
  `create index "gapTurnsByGap" on "gapTurns" ("gapId", "createdAt")`,
  `create index "turnsWithoutAnswer" on turns ("projectId", "createdAt", id)
    where status in ('unanswered', 'partial')`,
];

/**
 * Full-text search in conversations. On SQLite an FTS5 table over the turns. Its rows have explicit numbers, because a
 * VACUUM may change the hidden ones. https://sqlite.org/lang_vacuum.html
 */
function turnTexts(kind: StoreKind): string[] {
  if (kind === 'postgres')
    return [`create index "turnsByText" on turns using gin (${postgresTurnText.replaceAll('turns.', '')})`];
  return [
    `alter table turns add column nth integer`,
    `update turns set nth = rowid`,
    `create unique index "turnsByNth" on turns (nth)`,
    `create virtual table "turnTexts" using fts5 (question, answer, content = 'turns', content_rowid = 'nth',
      tokenize = 'unicode61 remove_diacritics 2')`,
    `insert into "turnTexts" ("turnTexts") values ('rebuild')`,
    `create trigger "turnTextAdded" after insert on turns begin
      update turns set nth = (select coalesce(max(nth), 0) + 1 from turns) where id = new.id;
      insert into "turnTexts" (rowid, question, answer) select nth, question, answer from turns where id = new.id;
    end`,
    `create trigger "turnTextRemoved" after delete on turns begin
      insert into "turnTexts" ("turnTexts", rowid, question, answer)
        values ('delete', old.nth, old.question, old.answer);
    end`,
  ];
}

/** The index and the queries must use the same expression. A tsvector holds at most a megabyte. */
export const postgresTurnText = `to_tsvector('simple', left(turns.question, 10000) || ' ' || left(turns.answer, 50000))`;

/** With the id, or SQLite would rather scan a whole project in the order of `turnsInOrder`. */
export const threadOrderStatements = [
  `create index "turnsOfThread" on turns ("projectId", "threadId", "createdAt", id)`,
  `drop index "turnsByThread"`,
];

/** Gaps become topics over all questions: `grouped` marks turns that have a topic. */
export const topicStatements = [
  `alter table turns add column grouped integer not null default 0`,
  `update turns set grouped = 1 where id in (select "turnId" from "gapTurns")`,
  `create index "turnsToGroup" on turns ("projectId", "createdAt", id) where grouped = 0`,
  `alter table gaps add column "vectorSum" text`,
  `alter table gaps add column unanswered integer not null default 0`,
  `update gaps set unanswered = count`,
  `alter table gaps add column name text`,
  `alter table gaps add column "namedBy" text`,
  `alter table gaps add column "namedAtCount" integer not null default 0`,
  `alter table gaps add column "byHand" integer not null default 0`,
  `update gaps set "byHand" = 1 where status <> 'open'`,
  `alter table gaps add column "ownerId" text references users (id) on delete set null`,
  `alter table gaps add column note text not null default ''`,
  `alter table gaps add column "jobId" text`,
  `create index "gapsByUnanswered" on gaps ("projectId", status, unanswered, id)`,
  `create index "gapsByLastAsked" on gaps ("projectId", "lastAskedAt")`,
  `create index "gapsByOwner" on gaps ("ownerId") where "ownerId" is not null`,
  `alter table "gapTurns" add column status text not null default 'unanswered'`,
  `update "gapTurns" set status = (select status from turns where turns.id = "gapTurns"."turnId")`,
  `alter table "gapTurns" add column "afterTurnId" text`,
  `create index "gapTurnsInTime" on "gapTurns" ("projectId", "createdAt", "gapId", status)`,
];

export function analyticsStatements(kind: StoreKind): string[] {
  return [...threadSummaries, ...usage, ...turnLists, ...gaps, ...turnTexts(kind)];
}

/** Unfinished answers, to be recorded when their server dies. */
export const openTurnStatements: string[] = [
  `create table "openTurns" (
    "projectId" text not null,
    "threadId" text not null,
    "messageId" text not null,
    turn text not null,
    "savedAt" bigint not null,
    primary key ("projectId", "messageId"),
    foreign key ("projectId", "threadId") references threads ("projectId", id) on delete cascade
  )`,
  `create index "openTurnsByThread" on "openTurns" ("projectId", "threadId")`,
];

/** Deleting questions also deletes copies of their text; audit log entries named topics by their questions. */
export function turnCopyStatements(kind: StoreKind): string[] {
  // As text: a name can be cut within a surrogate pair, and PostgreSQL refuses half of one in JSON.
  const named =
    kind === 'postgres'
      ? String.raw`regexp_replace(target, '"name":"([^"\\]|\\.)*"', '"name":""')`
      : `json_set(target, '$.name', '')`;
  return [
    `create table "turnCopies" (
      "turnId" text not null references turns (id) on delete cascade,
      kind text not null,
      subject text not null,
      primary key ("turnId", kind, subject)
    )`,
    `insert into "turnCopies" ("turnId", kind, subject)
      select distinct "gapTurns"."turnId", 'job', "gapLoops"."jobId"
      from "gapLoops" join "gapTurns" on "gapTurns"."gapId" = "gapLoops"."gapId"`,
    `insert into "turnCopies" ("turnId", kind, subject)
      select "gapTurns"."turnId", 'name', gaps.id
      from gaps join "gapTurns" on "gapTurns"."gapId" = gaps.id where gaps."namedBy" = 'model'`,
    `update "auditEntries" set target = ${named} where action like 'gap.%' and target is not null`,
  ];
}
