import { z } from '@hono/zod-openapi';
import { roleText } from './shared-fields.ts';

export const organizationSchema = z
  .object({ id: z.string(), slug: z.string(), name: z.string(), role: roleText, createdAt: z.string() })
  .openapi('Organization');

/** An organization as operators see it. */
export const serverOrganizationSchema = z
  .object({
    id: z.string(),
    slug: z.string(),
    name: z.string(),
    plan: z
      .looseObject({
        creditsPerMonth: z.number().optional(),
        folders: z.array(z.string()).optional(),
        repositories: z.array(z.string()).optional(),
        privateHosts: z.array(z.string()).optional(),
      })
      .describe('The limits that an operator set; the rest are the server’s defaults.'),
    createdAt: z.string(),
  })
  .openapi('ServerOrganization');
export type ServerOrganization = z.output<typeof serverOrganizationSchema>;
