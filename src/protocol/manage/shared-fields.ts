import { z } from '@hono/zod-openapi';
import { cleanLine } from '../../lib/clean-text.ts';

export const roleText = z.enum(['owner', 'admin', 'viewer']);
export type Role = z.output<typeof roleText>;

/** A display name: one line. */
export const nameText = z.string().max(100).transform(cleanLine).pipe(z.string().min(1));

export const emailText = z.email().max(254);

export const expiresWithKey = z
  .string()
  .nullable()
  .describe('When the key that made it expires; null when that never does, or a person made it.');
