import { z } from '@hono/zod-openapi';

export const pageUseSchema = z
  .object({
    url: z.string(),
    title: z.string(),
    path: z.string().nullable().describe('In the index; null for a removed page.'),
    cited: z.number().describe('Answers that cited it.'),
    found: z.number().describe('Questions that it was among the best results for.'),
    unanswered: z.number().describe('Those of them without a full answer.'),
    helpful: z.number().describe('Answers that cited it and were rated so.'),
    unhelpful: z.number(),
  })
  .openapi('PageUse');
export type PageUse = z.output<typeof pageUseSchema>;
