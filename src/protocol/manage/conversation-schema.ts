import { z } from '@hono/zod-openapi';

export const turnStatus = z.enum(['answered', 'partial', 'unanswered', 'failed']);
export type TurnStatus = z.output<typeof turnStatus>;

export const conversationSchema = z
  .object({
    threadId: z.string(),
    channel: z
      .string()
      .nullable()
      .describe('Where it was held, if in a channel: `slack`, `discord`, `github`, `webhook`.'),
    question: z.string().describe('The first one, cut to 300 characters.'),
    turns: z.number(),
    partial: z.number(),
    unanswered: z.number(),
    failed: z.number(),
    helpful: z.number(),
    unhelpful: z.number(),
    costMicros: z.number(),
    fp: z.string(),
    createdAt: z.string(),
    updatedAt: z.string(),
    note: z.string().describe('The organization’s note about it.'),
    reviewedAt: z.string().nullable(),
  })
  .openapi('Conversation');
export type Conversation = z.output<typeof conversationSchema>;

export const turnSchema = z
  .object({
    id: z.string(),
    messageId: z.string(),
    question: z.string(),
    answer: z
      .string()
      .describe('A model’s Markdown, which is untrusted: show it as text, or through an allow-list.'),
    status: turnStatus,
    reason: z.string().nullable(),
    outcome: z
      .enum(['answered', 'partial', 'closest', 'not_in_docs'])
      .nullable()
      .describe('What the docs held, as the reader was told; null for a failed turn.'),
    usedMeaning: z.boolean().nullable().describe('Whether meaning was compared, not words alone.'),
    found: z
      .object({
        standalone: z
          .string()
          .nullable()
          .describe('A follow-up rewritten as a standalone question, where a model did.'),
        pages: z.array(z.object({ url: z.string(), title: z.string(), score: z.number().nullable() })),
        removed: z.object({ citations: z.number(), links: z.number(), unsupported: z.number() }),
      })
      .nullable()
      .describe('The results, at most ten pages, and what was removed from the answer or marked in it.'),
    sources: z.array(
      z.object({
        url: z.string(),
        title: z.string(),
        kind: z.string().optional().describe('What the page is, unless it is docs: `discussion`, `issue`, …'),
      }),
    ),
    citations: z
      .array(
        z.object({
          source: z.object({ url: z.string(), title: z.string() }),
          startIndex: z.number(),
          endIndex: z.number(),
        }),
      )
      .describe('What each citation supports, in UTF-16 code units of the answer.'),
    usage: z.object({ inputTokens: z.number(), outputTokens: z.number() }),
    costMicros: z.number(),
    timings: z.object({ firstTextMs: z.number().nullable(), totalMs: z.number() }),
    model: z.string(),
    protocol: z.string(),
    caller: z.enum(['web', 'api', 'other']),
    currentPath: z.string().nullable(),
    deploymentId: z.string().nullable(),
    commit: z.string().nullable(),
    feedback: z
      .object({ helpful: z.boolean(), comment: z.string().nullable(), createdAt: z.string() })
      .nullable(),
    createdAt: z.string(),
  })
  .openapi('Turn');
export type Turn = z.output<typeof turnSchema>;

export const feedbackSchema = z
  .object({
    id: z.string(),
    messageId: z.string(),
    threadId: z.string(),
    helpful: z.boolean(),
    comment: z.string().nullable(),
    question: z.string(),
    answer: z.string(),
    createdAt: z.string(),
  })
  .openapi('FeedbackItem');

export const searchTermSchema = z
  .object({
    query: z.string(),
    count: z.number(),
    before: z.number().describe('Searches in the period before, which is equally long.'),
    withoutResults: z.number(),
    lastSearchedAt: z.string(),
  })
  .openapi('SearchTerm');
export type SearchTerm = z.output<typeof searchTermSchema>;
export type Citation = Turn['sources'][number];
