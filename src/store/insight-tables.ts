import type { Generated } from 'kysely';
import type { StoreKind } from './store-kind.ts';

/** The tables of reviews and of page statistics; `schema.ts` explains the column types. */
export type InsightTables = {
  /** Pages that answers cited, and the best that were found for the questions. */
  turnPages: {
    turnId: string;
    projectId: string;
    threadId: string;
    /** Without a section's anchor. */
    url: string;
    title: string;
    /** 1 or 0. */
    cited: number;
    createdAt: number;
  };
  /** The same counts per day, so that a year is quick; survives the deletion of conversations. */
  pageDays: {
    projectId: string;
    /** Whole days since 1970, UTC. */
    day: number;
    url: string;
    title: string;
    found: number;
    cited: number;
    unanswered: number;
  };
  /** Questions for measuring search, and the page that answers each. */
  evalQuestions: {
    id: string;
    projectId: string;
    question: string;
    /** A page's path or address; null: the docs do not hold the answer. */
    expected: string | null;
    /** The conversation that it comes from. */
    threadId: string | null;
    createdAt: number;
  };
};

/** The columns of `threads` that hold the organization's review. */
export type ThreadReview = { note: Generated<string>; reviewedAt: number | null };

/** Fills in the cited pages of answers from before this migration. */
function fillTurnPages(kind: StoreKind): string {
  const [each, source] =
    kind === 'postgres'
      ? ['jsonb_array_elements(sources::jsonb) as source (value)', `value ->> 'url'`]
      : ['json_each(sources) as source', `source.value ->> 'url'`];
  const title = source.replace('url', 'title');
  const page = kind === 'postgres' ? `split_part(${source}, '#', 1)` : `substr(${source}, 1, instr(${source} || '#', '#') - 1)`; // prettier-ignore
  // PostgreSQL refuses NUL and lone surrogates in JSON: those answers are skipped.
  const isReadable = kind === 'postgres' ? String.raw`sources !~ '\\u(0000|d[89ab])'` : 'true';
  return `insert into "turnPages" ("turnId", "projectId", "threadId", url, title, cited, "createdAt")
    select turns.id, "projectId", "threadId", ${page}, min(${title}), 1, "createdAt" from turns, ${each}
    where grouped = 1 and ${isReadable} and ${source} not like '%#/%'
    group by turns.id, "projectId", "threadId", ${page}, "createdAt"`;
}

export const insightStatements = (kind: StoreKind): string[] => [
  `alter table turns add column found text`,
  `create table "turnPages" (
    "turnId" text not null references turns (id) on delete cascade,
    "projectId" text not null,
    "threadId" text not null,
    url text not null,
    title text not null,
    cited integer not null,
    "createdAt" bigint not null,
    primary key ("turnId", url)
  )`,
  fillTurnPages(kind),
  `create index "turnPagesByUrl" on "turnPages" ("projectId", url, "createdAt", cited, "threadId")`,
  `create table "pageDays" (
    "projectId" text not null references projects (id) on delete cascade,
    day bigint not null,
    url text not null,
    title text not null,
    found bigint not null,
    cited bigint not null,
    unanswered bigint not null,
    primary key ("projectId", day, url)
  )`,
  `insert into "pageDays" ("projectId", day, url, title, found, cited, unanswered)
    select "turnPages"."projectId", "turnPages"."createdAt" / 86400000, url, min(title), count(*), count(*),
      sum(case when status in ('unanswered', 'partial') then 1 else 0 end)
    from "turnPages" join turns on turns.id = "turnId" group by 1, 2, 3`,
  `create table "evalQuestions" (
    id text primary key,
    "projectId" text not null references projects (id) on delete cascade,
    question text not null,
    expected text,
    "threadId" text,
    "createdAt" bigint not null
  )`,
  `create index "evalQuestionsInOrder" on "evalQuestions" ("projectId", "createdAt", id)`,
  `alter table threads add column note text not null default ''`,
  `alter table threads add column "reviewedAt" bigint`,
  `create index "threadsToReview" on threads ("projectId", "updatedAt", id) where "reviewedAt" is null`,
];

/** Lists of a long period read these in the order of their groups, so that nothing is sorted. */
export const longPeriodStatements = [
  `create index "gapTurnsByTopic" on "gapTurns" ("projectId", "gapId", status, "createdAt")`,
  `create index "pageDaysByPage" on "pageDays" ("projectId", url, day, cited, found, unanswered)`,
  `create index "searchesWithoutResults" on searches ("projectId", query, "createdAt") where "resultCount" = 0`,
];
