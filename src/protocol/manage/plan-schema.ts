import { z } from '@hono/zod-openapi';

export const creditsSchema = z
  .object({
    perMonth: z.number().nullable().describe('Null: unlimited.'),
    used: z.number(),
    left: z.number().nullable(),
    overage: z.number(),
    resetsAt: z.string(),
    alert: z
      .number()
      .nullable()
      .describe('50, 80 or 100: the share of the month’s credits that was reached.'),
  })
  .openapi('Credits');
export type Credits = z.output<typeof creditsSchema>;

export const planSchema = z
  .object({
    folders: z.array(z.string()).describe('Folders that its projects may read docs from.'),
    repositories: z
      .array(z.string())
      .describe('Address prefixes that its projects may read with this server’s credentials.'),
    privateHosts: z.array(z.string()).readonly().describe('Hosts that its projects may fetch from.'),
    overages: z.boolean().describe('Whether its projects may answer beyond the credits.'),
    credits: creditsSchema,
    limits: z.array(
      z.object({
        name: z.string(),
        limit: z.number(),
        used: z.number(),
        remaining: z.number(),
        windowMs: z.number(),
        resetsAt: z.string(),
      }),
    ),
  })
  .openapi('Plan');
export type Plan = z.output<typeof planSchema>;
