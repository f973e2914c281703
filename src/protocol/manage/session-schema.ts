import { z } from '@hono/zod-openapi';
import { roleText } from './shared-fields.ts';

export const sessionSchema = z
  .object({
    user: z
      .object({
        id: z.string(),
        email: z.string(),
        name: z.string(),
        hasPassword: z.boolean(),
        operator: z.boolean().describe('Operates this server, and manages the grants of organizations.'),
      })
      .nullable(),
    organizations: z.array(z.object({ id: z.string(), slug: z.string(), name: z.string(), role: roleText })),
    needsSetup: z.boolean().describe('Nobody has an account yet: the set-up link was printed at start.'),
    oidc: z.object({ name: z.string() }).nullable(),
    mail: z.boolean().describe('Whether this server sends mail, such as a link to a new password.'),
  })
  .openapi('Session');
export type Session = z.output<typeof sessionSchema>;

export const openSessionSchema = z
  .object({
    id: z.string(),
    current: z.boolean().describe('The one that asks.'),
    ip: z.string().nullable(),
    userAgent: z.string().nullable(),
    createdAt: z.string(),
    lastSeenAt: z.string(),
  })
  .openapi('OpenSession');
export type OpenSession = z.output<typeof openSessionSchema>;
export const connectionSchema = z
  .object({
    id: z.string(),
    client: z.string().describe('What the client calls itself, or the host of its metadata document.'),
    project: z.object({ domain: z.string(), name: z.string() }),
    createdAt: z.string(),
    expiresAt: z.string(),
  })
  .openapi('Connection');
export type Connection = z.output<typeof connectionSchema>;
export type Membership = Session['organizations'][number];
