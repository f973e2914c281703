import { z } from '@hono/zod-openapi';

export const expansionSchema = z
  .object({
    model: z.string().nullable().describe('The expansion model; null: this server has none.'),
    maxDollars: z.number().nullable().describe('The budget per month (UTC); null: switched off.'),
    spentDollars: z.number().describe('In this month.'),
    sections: z.number().describe('Of the live index; equal texts count once.'),
    expanded: z.number(),
    missing: z.number(),
    estimate: z
      .object({ inputTokens: z.number(), outputTokens: z.number(), dollars: z.number().nullable() })
      .describe(
        'The estimated cost of the missing ones; `dollars` is null when the model’s price is unknown.',
      ),
  })
  .openapi('Expansion');
