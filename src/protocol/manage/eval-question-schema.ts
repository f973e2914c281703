import { z } from '@hono/zod-openapi';

export const evalQuestionSchema = z
  .object({
    id: z.string(),
    question: z.string(),
    expected: z
      .string()
      .nullable()
      .describe('The path or address of the page that answers it; null: the docs do not hold the answer.'),
    threadId: z.string().nullable().describe('The conversation that it comes from.'),
    createdAt: z.string(),
  })
  .openapi('EvalQuestion');
export type EvalQuestion = z.output<typeof evalQuestionSchema>;
