import { z } from '@hono/zod-openapi';

export const triggerSchema = z
  .object({
    id: z.string(),
    kind: z.enum(['code', 'release', 'schedule', 'review', 'gap', 'checks', 'conflict']),
    subject: z.string().describe('The idempotency key of the event.'),
    outcome: z.enum(['waiting', 'job', 'ignored', 'failed']),
    reason: z.string().nullable().describe('Why it started no job, or what it waits for.'),
    jobId: z.string().nullable(),
    createdAt: z.string(),
  })
  .openapi('Trigger');
export type Trigger = z.output<typeof triggerSchema>;
