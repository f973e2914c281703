import { z } from '@hono/zod-openapi';

/** A name in a commit: git ends it at an angle bracket or a line end. */
const commitName = /^[^<>\p{Cc}]{1,100}$/u;

export const pullRequestsSchema = z
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
