/** Sums of long periods; `schema.ts` explains the column types. A month has 30 days, and the first began in 1970, UTC. */
export type MonthTables = {
  /** The questions about a topic, by their status. */
  topicMonths: {
    projectId: string;
    gapId: string;
    month: number;
    answered: number;
    partial: number;
    unanswered: number;
    failed: number;
  };
  /** The sums of `pageDays`. */
  pageMonths: {
    projectId: string;
    url: string;
    month: number;
    title: string;
    found: number;
    cited: number;
    unanswered: number;
  };
};

export const monthDays = 30;
export const monthMs = monthDays * 86_400_000;

/** The rows of `topicMonths`, from the questions themselves. */
export const sumTopicMonths = `insert into "topicMonths"
    ("projectId", "gapId", month, answered, partial, unanswered, failed)
  select "projectId", "gapId", "createdAt" / ${monthMs},
    ${['answered', 'partial', 'unanswered', 'failed'].map((status) => `sum(case when status = '${status}' then 1 else 0 end)`).join(', ')}
  from "gapTurns"`;

/** The rows of `pageMonths`, from `pageDays`. */
export const sumPageMonths = `insert into "pageMonths" ("projectId", url, month, title, found, cited, unanswered)
  select "projectId", url, day / ${monthDays}, max(title), sum(found), sum(cited), sum(unanswered)
  from "pageDays"`;

export const monthStatements = [
  `create table "topicMonths" (
    "projectId" text not null references projects (id) on delete cascade,
    "gapId" text not null references gaps (id) on delete cascade,
    month bigint not null,
    answered bigint not null,
    partial bigint not null,
    unanswered bigint not null,
    failed bigint not null,
    primary key ("projectId", "gapId", month)
  )`,
  `create index "topicMonthsByTopic" on "topicMonths" ("gapId")`,
  `${sumTopicMonths} group by 1, 2, 3`,
  `create table "pageMonths" (
    "projectId" text not null references projects (id) on delete cascade,
    url text not null,
    month bigint not null,
    title text not null,
    found bigint not null,
    cited bigint not null,
    unanswered bigint not null,
    primary key ("projectId", url, month)
  )`,
  `${sumPageMonths} group by 1, 2, 3`,
];
