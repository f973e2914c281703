import { z } from '@hono/zod-openapi';

export const previewSchema = z
  .object({
    id: z.string().describe('A project id: its deployments are listed by it.'),
    branch: z.string(),
    domain: z.string().describe('In the place of the project’s domain on every assistant endpoint.'),
    currentDeploymentId: z.string().nullable(),
    createdAt: z.string(),
    expiresAt: z.string().describe('When it is deleted, if nothing is deployed until then.'),
  })
  .openapi('Preview');
export type Preview = z.output<typeof previewSchema>;
