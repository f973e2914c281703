import { z } from '@hono/zod-openapi';

export const pageUseSchema = z
  .object({
    url: z.string(),
    title: z.string(),
    path: z.string().nullable().describe('In the index; null when it is not there any more.'),
    cited: z.number().describe('Answers that cited it.'),
    found: z.number().describe('Questions that it was among the best pages for.'),
    unanswered: z.number().describe('Of these without a whole answer.'),
    helpful: z.number().describe('Answers that cited it and were rated so.'),
    unhelpful: z.number(),
  })
  .openapi('PageUse');
export type PageUse = z.output<typeof pageUseSchema>;
