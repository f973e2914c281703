import { z } from '@hono/zod-openapi';
import { deploymentSchema } from './deployment-schema.ts';
import { creditsSchema } from './plan-schema.ts';
import { totalsSchema } from './usage-schema.ts';

export const overviewSchema = z
  .object({
    index: z.object({
      status: z.enum(['ready', 'building', 'missing']),
      pages: z.number().nullable(),
      sections: z.number().nullable(),
      vectors: z.enum(['none', 'building', 'ready']).nullable(),
    }),
    lastDeployment: deploymentSchema.nullable(),
    today: totalsSchema,
    last30Days: totalsSchema.extend({
      before: totalsSchema.describe('Of the 30 days before.'),
      days: z.array(totalsSchema.extend({ date: z.string() })),
    }),
    firstText: z.object({ p50Ms: z.number().nullable(), p95Ms: z.number().nullable() }),
    credits: creditsSchema.nullable(),
    agent: z.object({ model: z.string().describe('`scripted`: no language model, the built-in fixer.') }),
    setUp: z
      .object({
        deployed: z.boolean(),
        address: z.boolean().describe('The address of the docs site is known.'),
        model: z.boolean().describe('A language model is connected.'),
        tag: z.boolean().describe('Lately, a reader has asked in the widget.'),
        asked: z.boolean(),
        team: z.boolean().describe('The organization has more than one member.'),
      })
      .describe('Which steps of a new project are done.'),
  })
  .openapi('Overview');
export type Overview = z.output<typeof overviewSchema>;
