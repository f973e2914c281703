import { z } from '@hono/zod-openapi';
import { roleText } from './fields.ts';

export const organizationSchema = z
  .object({ id: z.string(), slug: z.string(), name: z.string(), role: roleText, createdAt: z.string() })
  .openapi('Organization');
export type Organization = z.output<typeof organizationSchema>;
