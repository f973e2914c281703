import { z } from '@hono/zod-openapi';

export const creditsSchema = z
  .object({
    perMonth: z.number().nullable().describe('Null: as many as they like.'),
    used: z.number(),
    left: z.number().nullable(),
    overage: z.number(),
    resetsAt: z.string(),
    alert: z.number().nullable().describe('50, 80 or 100: the share of the month that was reached.'),
  })
  .openapi('Credits');
export type Credits = z.output<typeof creditsSchema>;

export const planSchema = z
  .object({
    folders: z.array(z.string()).describe('In which its projects may have their docs.'),
    repositories: z.array(z.string()).describe('That its projects may read with this server’s credentials.'),
    privateHosts: z.array(z.string()).readonly().describe('That its projects may fetch from.'),
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
