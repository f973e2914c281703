import { z } from '@hono/zod-openapi';
import { findingKinds } from '../../lib/finding-kinds.ts';
import { countedListOf } from './list-schema.ts';

export const findingSchema = z
  .object({
    kind: z.enum(findingKinds),
    file: z.string(),
    line: z.number().nullable().describe('From 1; null when it cannot be told.'),
    text: z.string().describe('What is written there, or what is wrong with it.'),
  })
  .openapi('Finding');
export type Finding = z.output<typeof findingSchema>;

export const findingsSchema = countedListOf(findingSchema)
  .extend({
    counts: z
      .partialRecord(z.enum(findingKinds), z.number())
      .nullable()
      .describe(
        'How many there are of each kind, those too that are not listed; null before they were looked for.',
      ),
    deployedAt: z.string().nullable(),
    deploymentId: z.string(),
  })
  .openapi('Findings');
export type Findings = z.output<typeof findingsSchema>;
