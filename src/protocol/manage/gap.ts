import { z } from '@hono/zod-openapi';
import { turnStatus } from './conversation.ts';

export const gapStatus = z.enum(['open', 'in_progress', 'dismissed', 'solved']);
/** What a person can say of it; `in_progress` follows from its job. */
export const settableGapStatus = gapStatus.exclude(['in_progress']);
export type GapStatus = z.output<typeof gapStatus>;

export const gapSchema = z
  .object({
    id: z.string(),
    label: z.string().describe('One of the questions: the one nearest to all others.'),
    count: z.number(),
    firstAskedAt: z.string(),
    lastAskedAt: z.string(),
    status: gapStatus,
    jobId: z.string().nullable().describe('The job that was started for it last.'),
    proof: z
      .object({
        answer: z.string(),
        citations: z.array(z.object({ url: z.string(), title: z.string() })),
        deploymentId: z.string(),
        checkedAt: z.string(),
      })
      .nullable()
      .describe('What the docs answer now, once a job’s change has closed it.'),
    reason: z.string().nullable().describe('Why it is open again after a job.'),
    trend: z.array(z.number()).describe('Questions a week, the last eight weeks, oldest first.'),
    examples: z.array(z.string()),
    jobPrompt: z.string().describe('A draft for the docs agent.'),
  })
  .openapi('Gap');
export type Gap = z.output<typeof gapSchema>;

export const gapQuestionSchema = z.object({
  turnId: z.string(),
  threadId: z.string(),
  question: z.string(),
  status: turnStatus,
  createdAt: z.string(),
});
export type GapQuestion = z.output<typeof gapQuestionSchema>;
