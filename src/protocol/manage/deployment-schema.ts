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
        secondsLeft: z.number().nullable().describe('Of this phase, estimated from its rate so far.'),
      })
      .nullable(),
    cause: z.enum(['request', 'start', 'push', 'poll', 'watch', 'recovery', 'rollback']),
    restoredFrom: z.string().nullable().describe('The earlier deployment that a rollback restored.'),
    kept: z.boolean().describe('Whether its index is kept, so that it can be restored.'),
    createdAt: z.string(),
    endedAt: z.string().nullable(),
  })
  .openapi('ManagedDeployment');
export type Deployment = z.output<typeof deploymentSchema>;

const stepSchema = z.object({
  name: z.enum(['queued', 'reading', 'parsing', 'indexing', 'live', 'vectors']),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
  failed: z.boolean(),
  done: z.number().nullable().describe('Files, or sections for vectors.'),
  total: z.number().nullable(),
});

/** One deployment, with all that is known of it. */
export const wholeDeploymentSchema = deploymentSchema
  .extend({
    steps: z.array(stepSchema).describe('What it did, in order.'),
    secondsLeft: z
      .number()
      .nullable()
      .describe(
        'Until it is live, estimated from its own rate and the previous deployment; null when unknown.',
      ),
    logs: z.array(z.string()).describe('At most 500 lines.'),
  })
  .openapi('WholeDeployment');
export type WholeDeployment = z.output<typeof wholeDeploymentSchema>;
