import { z } from '@hono/zod-openapi';
import { roleText } from './shared-fields.ts';

export const openInvitationSchema = z
  .object({
    kind: z.enum(['setup', 'invitation']),
    organization: z.object({ name: z.string(), slug: z.string() }),
    role: roleText,
    email: z.string().nullable(),
    knownUser: z.boolean(),
    expiresAt: z.string(),
  })
  .openapi('OpenInvitation');
export type InvitationRead = z.output<typeof openInvitationSchema>;

export const invitationSchema = z
  .object({
    id: z.string(),
    email: z.string(),
    role: roleText,
    invitedBy: z.string(),
    createdAt: z.string(),
    expiresAt: z.string(),
  })
  .openapi('Invitation');
export type Invitation = z.output<typeof invitationSchema>;
