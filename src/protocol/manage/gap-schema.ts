import { z } from '@hono/zod-openapi';
import { turnStatus } from './conversation-schema.ts';

export const gapStatus = z.enum(['open', 'in_progress', 'dismissed', 'solved']);
/** The states that a person can set; `in_progress` follows from the gap's job. */
export const settableGapStatus = gapStatus.exclude(['in_progress']);
export type GapStatus = z.output<typeof gapStatus>;

export const gapSchema = z
  .object({
    id: z.string(),
    label: z.string().describe('Its name; without one, the question nearest to all others.'),
    namedBy: z.enum(['model', 'person']).nullable(),
    count: z.number(),
    unanswered: z.number().describe('Those of them without a full answer.'),
    firstAskedAt: z.string(),
    lastAskedAt: z.string(),
    status: gapStatus,
    ownerId: z.string().nullable().describe('A member’s id.'),
    note: z.string(),
    jobId: z.string().nullable().describe('The docs agent’s job for the gap.'),
    proof: z
      .object({
        answer: z.string(),
        citations: z.array(z.object({ url: z.string(), title: z.string() })),
        deploymentId: z.string(),
        checkedAt: z.string(),
      })
      .nullable()
      .describe('The answer that the docs give now, once the job’s change has closed the gap.'),
    reason: z.string().nullable().describe('Why it was opened again after a job.'),
    trend: z
      .array(z.number())
      .describe('Questions in each eighth of the period; for gaps, in each week. Oldest first.'),
    examples: z.array(z.string()),
    origins: z
      .array(z.string())
      .describe(
        'The protocols of its questions: `v1`, `v2`, `chat-completions`, or `mcp` for coding agents, which also report gaps.',
      ),
    jobPrompt: z.string().describe('A draft prompt for the docs agent.'),
  })
  .openapi('Gap');
export type Gap = z.output<typeof gapSchema>;

export const askedGapSchema = gapSchema
  .extend({
    asked: z
      .object({
        count: z.number(),
        unanswered: z.number(),
        before: z.number().describe('Without a full answer in the period before, which is equally long.'),
      })
      .nullable()
      .describe('In the period; null without one.'),
  })
  .openapi('AskedGap');
export type AskedGap = z.output<typeof askedGapSchema>;

export const topicSchema = gapSchema
  .extend({
    asked: z.object({
      count: z.number(),
      before: z.number().describe('In the period before, which is equally long.'),
      answered: z.number(),
      partial: z.number(),
      unanswered: z.number(),
      failed: z.number(),
      helpful: z.number(),
      unhelpful: z.number(),
    }),
  })
  .openapi('Topic');
export type Topic = z.output<typeof topicSchema>;

export const topicNameSchema = gapSchema.pick({ id: true, label: true }).openapi('TopicName');
export type TopicName = z.output<typeof topicNameSchema>;

export const gapQuestionSchema = z.object({
  turnId: z.string(),
  threadId: z.string(),
  question: z.string(),
  after: z.string().nullable().describe('Of a follow-up: the question before it.'),
  status: turnStatus.describe('How far the docs answer it.'),
  elsewhere: z.boolean().describe('Only a discussion or an issue answers it: the docs lack it.'),
  createdAt: z.string(),
});
export type GapQuestion = z.output<typeof gapQuestionSchema>;
