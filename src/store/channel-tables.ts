/** The tables of channels; `schema.ts` explains the column types. */
export type ChannelTables = {
  channelSecrets: {
    /** `projectId:channel`. */
    id: string;
    projectId: string;
    /** Encrypted JSON: the fields of the channel's settings that nobody may read again. */
    secrets: string;
    createdAt: number;
    /** The key that set them, as JSON; null for a person. */
    issued: string | null;
    /** When requests last came with a right signature, and with a wrong one, to the hour; null for never. */
    receivedAt: number | null;
    refusedAt: number | null;
  };
  /** Questions from channels: each is answered once, whatever the channel sends again, and by any server. */
  channelQuestions: {
    projectId: string;
    channel: string;
    /** The message's id in the channel. */
    id: string;
    state: 'waiting' | 'answered' | 'draft' | 'withdrawn';
    /** Counts edits and the deletion, so that an answer to earlier text changes nothing. */
    version: number;
    /** Who asked, as in `fp`; null when the question is not to be stored. */
    fp: string | null;
    threadId: string | null;
    /** The answer's in the thread, however often the question is edited; null in rows of earlier versions. */
    messageId: string | null;
    /** Encrypted JSON, until the answer is out: the question, and where to reply. */
    asked: string | null;
    /** Encrypted JSON, until the answer is out: the answer. */
    answer: string | null;
    /** JSON: the ids of our messages. */
    reply: string | null;
    createdAt: number;
  };
  /** Counts per day, also of what is not stored otherwise. `credits`: answers that were charged. */
  channelDays: {
    projectId: string;
    channel: string;
    /** Whole days since 1970, UTC. */
    day: number;
    answered: number;
    partial: number;
    unanswered: number;
    failed: number;
    inputTokens: number;
    outputTokens: number;
    costMicros: number;
    credits: number;
  };
};

export const channelUseStatements = [
  `alter table "channelSecrets" add column "receivedAt" bigint`,
  `alter table "channelSecrets" add column "refusedAt" bigint`,
  `create table "channelDays" (
    "projectId" text not null references projects (id) on delete cascade,
    channel text not null,
    day bigint not null,
    answered bigint not null,
    partial bigint not null,
    unanswered bigint not null,
    failed bigint not null,
    "inputTokens" bigint not null,
    "outputTokens" bigint not null,
    "costMicros" bigint not null,
    credits bigint not null,
    primary key ("projectId", channel, day)
  )`,
];

export const channelMessageStatements = [`alter table "channelQuestions" add column "messageId" text`];

export const channelStatements = [
  `create table "channelSecrets" (
    id text primary key,
    "projectId" text not null references projects (id) on delete cascade,
    secrets text not null,
    "createdAt" bigint not null,
    issued text
  )`,
  `create table "channelQuestions" (
    "projectId" text not null references projects (id) on delete cascade,
    channel text not null,
    id text not null,
    state text not null,
    version bigint not null,
    fp text,
    "threadId" text,
    asked text,
    answer text,
    reply text,
    "createdAt" bigint not null,
    primary key ("projectId", channel, id)
  )`,
  `create index "channelQuestionsByTime" on "channelQuestions" ("createdAt")`,
  `create index "channelQuestionsByFp" on "channelQuestions" ("projectId", fp)`,
  `create index "channelQuestionsByThread" on "channelQuestions" ("projectId", "threadId")`,
];
