import { z } from '@hono/zod-openapi';
import { findingKinds } from '../../lib/finding-kinds.ts';
import { countedListOf } from './list-schema.ts';

export const findingSchema = z
  .object({
    kind: z.enum(findingKinds),
    file: z.string(),
    line: z.number().nullable().describe('From 1; null when unknown.'),
    text: z.string().describe('The text there, or the problem with it.'),
  })
  .openapi('Finding');
export type Finding = z.output<typeof findingSchema>;

export const findingsSchema = countedListOf(findingSchema)
  .extend({
    counts: z
      .partialRecord(z.enum(findingKinds), z.number())
      .nullable()
      .describe('The number of each kind, including those not listed; null before the first check.'),
    deployedAt: z.string().nullable(),
    deploymentId: z.string(),
  })
  .openapi('Findings');
export type Findings = z.output<typeof findingsSchema>;
