/** Responses of OpenAI's API that their clients may read again, as `schema.ts` says of all tables. */
export type ResponseTables = {
  /** `response` is what the client got, as JSON with private data masked. */
  responses: { projectId: string; messageId: string; response: string };
};

/** They go with their turns. */
export const responseStatements = [
  `create table responses (
    "projectId" text not null,
    "messageId" text not null,
    response text not null,
    primary key ("projectId", "messageId"),
    foreign key ("projectId", "messageId") references turns ("projectId", "messageId") on delete cascade
  )`,
];
