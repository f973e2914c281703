import { z } from '@hono/zod-openapi';
import { roleText } from './shared-fields.ts';

export const memberSchema = z
  .object({
    userId: z.string(),
    email: z.string(),
    name: z.string(),
    role: roleText,
    createdAt: z.string(),
    lastSeenAt: z.string().nullable(),
  })
  .openapi('Member');
export type Member = z.output<typeof memberSchema>;
