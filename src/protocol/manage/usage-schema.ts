import { z } from '@hono/zod-openapi';

export const counted = {
  answers: z.number(),
  answered: z.number(),
  partial: z.number(),
  unanswered: z.number(),
  failed: z.number(),
  inputTokens: z.number(),
  outputTokens: z.number(),
  costMicros: z.number().describe('Millionths of a US dollar.'),
  searches: z.number(),
  searchesWithoutResults: z.number(),
  helpful: z.number(),
  unhelpful: z.number(),
};

export const totalsSchema = z.object(counted);
export type Totals = z.output<typeof totalsSchema>;

const { searches: _, searchesWithoutResults: __, helpful: ___, unhelpful: ____, ...ofAnswers } = counted;
const channelUseSchema = z.object({
  channel: z.string(),
  ...ofAnswers,
  credits: z.number().describe('Answers that were charged.'),
});

export const usageSchema = z
  .object({
    totals: totalsSchema,
    before: totalsSchema.describe('Of the period before, which is equally long.'),
    days: z.array(totalsSchema.extend({ date: z.string() })),
    channels: z
      .array(channelUseSchema)
      .describe('What was asked in channels, which the totals include; private questions too.'),
    projects: z.array(totalsSchema.extend({ projectId: z.string(), domain: z.string(), name: z.string() })),
  })
  .openapi('Usage');
export type Usage = z.output<typeof usageSchema>;
export type Day = Usage['days'][number];
