import { z } from '@hono/zod-openapi';

export const auditEntrySchema = z
  .object({
    id: z.string(),
    createdAt: z.string(),
    actor: z.object({
      kind: z.enum(['user', 'key', 'system']),
      id: z.string().nullable(),
      name: z.string(),
    }),
    action: z.string(),
    target: z.object({ kind: z.string(), id: z.string(), name: z.string() }).nullable(),
    projectId: z.string().nullable(),
    details: z.record(z.string(), z.unknown()),
    ip: z.string().nullable(),
  })
  .openapi('AuditEntry');
export type AuditEntry = z.output<typeof auditEntrySchema>;
