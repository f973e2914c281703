/** The table of merges by hand; `schema.ts` explains the column types. */
export type TopicMergeTables = {
  /** A topic that a person merged into another, kept for a day so that it can be undone. */
  topicMerges: {
    /** The id of the topic that is gone. */
    id: string;
    projectId: string;
    intoId: string;
    /** JSON: what there was before. */
    before: string;
    createdAt: number;
  };
};

export const topicMergeStatements = [
  `create table "topicMerges" (
    id text primary key,
    "projectId" text not null references projects (id) on delete cascade,
    "intoId" text not null references gaps (id) on delete cascade,
    before text not null,
    "createdAt" bigint not null
  )`,
  `create index "topicMergesByProject" on "topicMerges" ("projectId", "createdAt")`,
  `create index "topicMergesByTopic" on "topicMerges" ("intoId")`,
];
