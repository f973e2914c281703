import { z } from '@hono/zod-openapi';

export const deploymentSchema = z
  .object({
    id: z.string(),
    projectId: z.string(),
    status: z.enum(['queued', 'in_progress', 'success', 'failure']),
    summary: z.string(),
    current: z.boolean().describe('This one answers now.'),
    commit: z
      .object({
        sha: z.string(),
        ref: z.string(),
        message: z.string(),
        filesChanged: z.object({
          added: z.array(z.string()),
          modified: z.array(z.string()),
          removed: z.array(z.string()),
        }),
      })
      .nullable(),
    source: z.looseObject({ kind: z.string() }).describe('The first of the sources.'),
    sources: z.array(z.looseObject({ kind: z.string() })),
    progress: z
      .object({
        phase: z.string(),
        done: z.number(),
        total: z.number(),
        secondsLeft: z.number().nullable().describe('Of this phase, by how fast it has gone.'),
      })
      .nullable(),
    cause: z.enum(['request', 'start', 'push', 'poll', 'watch', 'recovery', 'rollback']),
    restoredFrom: z.string().nullable().describe('The earlier deployment whose docs answer again.'),
    kept: z.boolean().describe('Its index is kept: it can be rolled back to.'),
    createdAt: z.string(),
    endedAt: z.string().nullable(),
  })
  .openapi('ManagedDeployment');
export type Deployment = z.output<typeof deploymentSchema>;
