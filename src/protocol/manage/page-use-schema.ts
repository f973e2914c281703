import { z } from '@hono/zod-openapi';

const use = {
  cited: z.number().describe('Answers that cited it.'),
  found: z.number().describe('Questions that it was among the best results for.'),
  unanswered: z.number().describe('Those of them without a full answer.'),
  helpful: z.number().describe('Answers that cited it and were rated so.'),
  unhelpful: z.number(),
};

/** What a page did in a period. */
export const usedPageSchema = z
  .object({
    url: z.string(),
    title: z.string(),
    path: z.string().nullable().describe('In the index; null for a removed page.'),
    ...use,
  })
  .openapi('UsedPage');

export const pageUseSchema = usedPageSchema
  .extend({ before: z.object(use).describe('In the period before, which is equally long.') })
  .openapi('PageUse');
export type PageUse = z.output<typeof pageUseSchema>;
