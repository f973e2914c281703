import { z } from '@hono/zod-openapi';

export const expansionSchema = z
  .object({
    model: z.string().nullable().describe('That expands sections; null: this server has none.'),
    maxDollars: z.number().nullable().describe('Per month (UTC); null: it is switched off.'),
    spentDollars: z.number().describe('In this month.'),
    sections: z.number().describe('Of the live index; sections of one text count once.'),
    expanded: z.number(),
    missing: z.number(),
    estimate: z
      .object({ inputTokens: z.number(), outputTokens: z.number(), dollars: z.number().nullable() })
      .describe('What the missing ones are thought to take; `dollars` null: the model’s price is not known.'),
  })
  .openapi('Expansion');
export type Expansion = z.output<typeof expansionSchema>;
