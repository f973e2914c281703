import { z } from '@hono/zod-openapi';
import { appearanceSchema } from './appearance-schema.ts';
import { sourceSchema } from './source-schema.ts';

/** A name in a commit: git ends it at an angle bracket or a line end. */
const commitName = /^[^<>\p{Cc}]{1,100}$/u;

const pullRequestsSchema = z
  .strictObject({
    previewUrl: z
      .string()
      .max(500)
      .regex(/^https?:\/\/[^\s<>()]+$/)
      .optional()
      .describe(
        'The address of a pull request’s preview site, with `{branch}`, `{number}` or `{domain}` (the project’s) in it.',
      ),
    labels: z.array(z.string().min(1).max(50)).max(20).optional(),
    reviewers: z
      .array(z.string().regex(/^@?[\w.-]{1,100}(?:\/[\w.-]{1,100})?$/))
      .max(10)
      .optional()
      .describe('The reviewers: people, and teams as `organization/team`.'),
    askOwners: z
      .boolean()
      .optional()
      .describe('Asks the owners of the changed files, by CODEOWNERS, where the forge does not; true.'),
    commitName: z.string().regex(commitName).optional().describe('Who commits; without it, Docent.'),
    commitEmail: z.email().max(200).optional(),
    signOff: z.boolean().optional().describe('Adds `Signed-off-by` to commits (DCO).'),
    signing: z
      .enum(['none', 'forge', 'key'])
      .optional()
      .describe('`forge`: GitHub makes and signs the commits; `key`: DOCENT_COMMIT_SIGNING_KEY signs them.'),
  })
  .openapi('PullRequestSettings');

const groupNames = z.array(z.string().min(1).max(200)).max(100);
const keySetUrl = z.url({ protocol: /^https?$/ }).max(2_000);

export const settingsSchema = z.strictObject({
  requireThreadKey: z.boolean().optional().describe('Existing threads can be joined only with their key.'),
  requireReader: z.boolean().optional().describe('Questions, searches and pages need a reader token.'),
  memberGroups: z
    .strictObject({
      roles: z.partialRecord(z.enum(['viewer', 'admin', 'owner']), groupNames).optional(),
      groups: z
        .record(z.string().min(1).max(200), groupNames)
        .refine((map) => Object.keys(map).length <= 500, 'At most 500 groups.')
        .optional(),
    })
    .optional()
    .describe(
      'The access groups of members who signed in from an MCP client, by their role and by their groups at the identity provider.',
    ),
  tokenIssuer: z
    .strictObject({ issuer: z.url({ protocol: /^https?$/ }).max(2_000), jwksUrl: keySetUrl })
    .nullable()
    .optional()
    .describe(
      'Who signs people in for the MCP server in place of this server: the issuer of access tokens and its key set; null for this server.',
    ),
  readerJwksUrl: keySetUrl
    .optional()
    .describe(
      'The address of the key set with which the site signs reader tokens: https, but for hosts of the operator’s own.',
    ),
  instructions: z
    .string()
    .max(8_000)
    .optional()
    .describe('Further instructions for the assistant, after those in the docs (`.docent/Assistant.md`).'),
  overages: z
    .boolean()
    .optional()
    .describe('Answers continue when the plan’s credits are used up, if the plan allows it.'),
  whenExhausted: z
    .enum(['refuse', 'excerpts'])
    .optional()
    .describe('The answer without credits and overages: a 402, or search results only.'),
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
      'Repositories that jobs may read but not change, with globs of the files that matter for the docs. They are read without credentials; an operator connects private ones with `docent projects connect URL --read-only`.',
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
    .describe('Triggers that start jobs: schedules, and the maximum number of jobs in 24 hours (10).'),
  maxOpenPullRequests: z
    .number()
    .int()
    .min(1)
    .max(50)
    .optional()
    .describe(
      'Open pull requests of jobs from which on merges, releases and schedules wait (5). Jobs that people ask for do not.',
    ),
  batchMinutes: z
    .number()
    .int()
    .min(0)
    .max(1_440)
    .optional()
    .describe('Merges of code within so many minutes become one job (10).'),
  archiveAfterDays: z
    .number()
    .int()
    .min(1)
    .max(365)
    .optional()
    .describe(
      'Days after which a pull request that nobody has touched is closed with a comment, and its job archived (30).',
    ),
  pullRequests: pullRequestsSchema
    .optional()
    .describe('Options for the pull requests of jobs. Replaces all of them: absent ones are unset.'),
  allowCode: z
    .array(z.string().min(1).max(200))
    .max(100)
    .optional()
    .describe(
      'Active content that jobs may add to pages: names of components, hosts, or kinds such as `import`. Their pull requests are drafts.',
    ),
  pinned: z.boolean().optional().describe('Stays at the current deployment, whatever is pushed.'),
  pollMinutes: z
    .number()
    .int()
    .min(0)
    .max(10_080)
    .optional()
    .describe(
      'Minutes between polls of the sources, 0 for never; in place of the server’s setting, which an operator’s own projects alone may go below.',
    ),
  previewBranches: z
    .array(z.string().min(1).max(200))
    .max(20)
    .optional()
    .describe('Branches that get a preview when they are pushed; `*` matches any text.'),
  appearance: appearanceSchema
    .optional()
    .describe('The widget’s look. Replaces all of it: absent fields are unset.'),
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
      channels: z
        .record(z.string(), z.record(z.string(), z.unknown()))
        .optional()
        .describe('Where people ask beside the site, by channel, without their secrets.'),
      askPageKey: z
        .string()
        .optional()
        .describe('The key of the project’s public page; absent without such a page.'),
    }),
    currentDeploymentId: z.string().nullable(),
    sourceFaults: z
      .array(z.object({ source: z.number().int(), message: z.string(), since: z.string() }))
      .describe(
        'The sources, by their place in `sources`, that could not be read the last time, and since when. What was known of them stays.',
      ),
    createdAt: z.string(),
    preview: z
      .object({ of: z.string(), branch: z.string(), expiresAt: z.string() })
      .nullable()
      .describe('For a preview: its project and its branch.'),
  })
  .openapi('Project');
export type Project = z.output<typeof projectSchema>;
