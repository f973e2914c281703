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

const kind = z
  .string()
  .nullable()
  .describe('`docs`, `file`, `discussion`, `issue`, `release` or `article`; null for removed pages.');

export const kindUseSchema = z.object({ kind, ...use });
export type KindUse = z.output<typeof kindUseSchema>;

export const pageUseSchema = usedPageSchema
  .extend({ kind, before: z.object(use).describe('In the period before, which is equally long.') })
  .openapi('PageUse');
export type PageUse = z.output<typeof pageUseSchema>;
