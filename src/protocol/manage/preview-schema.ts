import { z } from '@hono/zod-openapi';

export const previewSchema = z
  .object({
    id: z.string().describe('A project id, also for the list of its deployments.'),
    branch: z.string(),
    domain: z.string().describe('Replaces the project’s domain on every assistant endpoint.'),
    currentDeploymentId: z.string().nullable(),
    createdAt: z.string(),
    expiresAt: z.string().describe('When it is deleted, unless it is deployed before.'),
  })
  .openapi('Preview');
export type Preview = z.output<typeof previewSchema>;
