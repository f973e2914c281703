import { z } from '@hono/zod-openapi';
import { turnStatus } from './conversation.ts';

export const gapStatus = z.enum(['open', 'dismissed', 'solved']);
export type GapStatus = z.output<typeof gapStatus>;

export const gapSchema = z
  .object({
    id: z.string(),
    label: z.string().describe('One of the questions: the one nearest to all others.'),
    count: z.number(),
    firstAskedAt: z.string(),
    lastAskedAt: z.string(),
    status: gapStatus,
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
