import { z } from '@hono/zod-openapi';
import { appearanceSchema } from './appearance-schema.ts';
import { pullRequestsSchema } from './pull-requests-schema.ts';
import { sourceSchema } from './source-schema.ts';

export const settingsSchema = z.strictObject({
  requireThreadKey: z.boolean().optional().describe('A known thread is joined with its key only.'),
  requireReader: z.boolean().optional().describe('Questions, searches and pages need a reader token.'),
  readerJwksUrl: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .optional()
    .describe('Where the keys are that the site signs reader tokens with.'),
  instructions: z
    .string()
    .max(8_000)
    .optional()
    .describe(
      'What the assistant is told besides its rules, after what the docs themselves say (`.docent/Assistant.md`).',
    ),
  overages: z.boolean().optional().describe('Goes on when the plan’s credits are used up.'),
  whenExhausted: z
    .enum(['refuse', 'excerpts'])
    .optional()
    .describe('What becomes of a question when it may not go on: a 402, or search results alone.'),
  codeRepositories: z
    .array(
      z.strictObject({
        url: z.url({ protocol: /^https$/ }).max(2_000),
        ref: z.string().min(1).max(200).optional(),
        paths: z.array(z.string().min(1).max(300)).max(50).optional(),
      }),
    )
    .max(20)
    .optional()
    .describe(
      'Repositories that jobs read and never change, with globs of the files that concern the docs. They are read as everybody can; for private ones the operator connects them with `docent projects connect URL --read-only`.',
    ),
  triggers: z
    .strictObject({
      jobsPerDay: z.number().int().min(0).max(1_000).optional(),
      schedules: z
        .array(
          z.strictObject({
            name: z.string().regex(/^[\w-]{1,60}$/),
            every: z.enum(['day', 'week', 'month']),
            prompt: z.string().min(1).max(10_000),
          }),
        )
        .max(20)
        .optional(),
    })
    .optional()
    .describe('What starts jobs besides people: schedules, and how many jobs in 24 hours (10).'),
  pullRequests: pullRequestsSchema
    .optional()
    .describe('How the pull requests of jobs are made, whole: what is left out is unset.'),
  allowCode: z
    .array(z.string().min(1).max(200))
    .max(100)
    .optional()
    .describe(
      'What jobs may add to pages although it runs or is fetched: names of components, hosts, or kinds such as `import`. Their pull requests are drafts.',
    ),
  pinned: z.boolean().optional().describe('Stays at the current deployment, whatever is pushed.'),
  pollMinutes: z
    .number()
    .int()
    .min(0)
    .max(10_080)
    .optional()
    .describe(
      'Minutes between looks at the sources for something new, in place of the server’s own; 0 for never.',
    ),
  previewBranches: z
    .array(z.string().min(1).max(200))
    .max(20)
    .optional()
    .describe('Branches that get a preview when they are pushed; `*` stands for anything.'),
  appearance: appearanceSchema.optional().describe('How the widget looks, whole: what is left out is unset.'),
});
export type ProjectSettings = z.output<typeof settingsSchema>;

export const projectSchema = z
  .object({
    id: z.string(),
    organizationId: z.string(),
    domain: z.string(),
    name: z.string(),
    baseUrl: z.string().nullable(),
    sources: z.array(sourceSchema),
    settings: settingsSchema.extend({
      askPageKey: z
        .string()
        .optional()
        .describe('The public key of the project’s page; none: it has no such page.'),
      expansion: z
        .object({ maxDollars: z.number() })
        .optional()
        .describe('Sections are expanded, for at most so many dollars in a month.'),
    }),
    currentDeploymentId: z.string().nullable(),
    createdAt: z.string(),
    preview: z
      .object({ of: z.string(), branch: z.string(), expiresAt: z.string() })
      .nullable()
      .describe('Of a preview: the project and the branch that it shows.'),
  })
  .openapi('Project');
export type Project = z.output<typeof projectSchema>;
