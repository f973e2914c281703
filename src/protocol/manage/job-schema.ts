import { z } from '@hono/zod-openapi';
import { jobPhases, jobStatuses, type JobPhase, type JobStatus } from '../../lib/job-status.ts';

const outcome = z.enum(['answered', 'partial', 'closest', 'not_in_docs']);

const proofSchema = z
  .object({
    asked: z.number(),
    gained: z.number().describe('Answered with the change alone.'),
    lost: z.number().describe('Answered without the change alone.'),
    same: z.number(),
    questions: z.array(
      z.object({
        question: z.string(),
        before: outcome,
        after: outcome,
        page: z.string().nullable().describe('The page that answers it; of a loss, the one that did.'),
      }),
    ),
  })
  .openapi('JobProof');

export const jobSchema = z
  .object({
    id: z.string(),
    status: z.enum(jobStatuses),
    source: z.object({
      repository: z.string(),
      ref: z.string().describe('The branch; `HEAD` until the default branch is known.'),
    }),
    model: z.string(),
    prLink: z.string().nullable().describe('Null while the job is active or when no file was changed.'),
    createdAt: z.string(),
    archivedAt: z.string().nullable(),
    title: z.string().nullable(),
    prompt: z.string().describe('The first request; in lists its first 500 characters.'),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
    phase: z.enum(jobPhases).nullable(),
    todo: z.array(z.object({ text: z.string(), done: z.boolean() })),
    steps: z.number(),
    files: z.array(z.string()).describe('Files changed so far.'),
    summary: z.array(z.string()),
    findings: z.array(z.string()).describe('The remaining findings of the checks.'),
    usage: z.object({
      inputTokens: z.number(),
      outputTokens: z.number(),
      cachedInputTokens: z.number(),
      costUsd: z.number(),
    }),
    proof: proofSchema
      .nullable()
      .describe(
        'Readers’ questions, asked of the docs without and with the change; null where there was nothing to ask.',
      ),
    waitsFor: z
      .string()
      .nullable()
      .describe('What it waits for before it opens its pull request; null when it does not.'),
    gapId: z.string().nullable().describe('The content gap that it should close.'),
    updatedAt: z.string(),
    endedAt: z.string().nullable(),
  })
  .openapi('AgentJob');
export type Job = z.output<typeof jobSchema>;

const findingSchema = z
  .object({
    file: z.string(),
    line: z.number().nullable(),
    check: z.string(),
    severity: z.enum(['breaks-site', 'error', 'review', 'warning']),
    message: z.string(),
  })
  .openapi('JobFinding');
export type JobFinding = z.output<typeof findingSchema>;

export const jobChangeSchema = z
  .object({
    pullRequest: z
      .object({
        branch: z.string(),
        base: z.string(),
        state: z.enum(['open', 'merged', 'closed']),
        draft: z.boolean(),
        hasConflicts: z.boolean().describe('It cannot be merged before these are resolved.'),
      })
      .nullable()
      .describe('Of the local forge only.'),
    diffs: z
      .array(
        z.object({
          round: z.number(),
          diff: z.string(),
          whole: z
            .string()
            .nullable()
            .describe('Of the whole pull request, where it holds more than this round.'),
        }),
      )
      .describe('Unified diffs, one a round.'),
    findings: z.array(findingSchema).describe('The remaining findings of the newest round’s checks.'),
  })
  .openapi('JobChange');
export type JobChange = z.output<typeof jobChangeSchema>;
export type PullRequestState = NonNullable<JobChange['pullRequest']>['state'];

export const jobFileSchema = z
  .object({
    start: z.string().nullable().describe('The file when the pull request began.'),
    before: z.string().nullable().describe('The file when the round began.'),
    after: z.string().nullable(),
    page: z
      .string()
      .nullable()
      .describe(
        'The page that `after` makes, as Markdown; null for a draft, a hidden page and a file without a page.',
      ),
  })
  .openapi('JobFile');
export type JobFile = z.output<typeof jobFileSchema>;

export const lineCommentSchema = z
  .object({
    round: z.number().int().min(1).describe('The round whose diff was commented on.'),
    whole: z.boolean().default(false).describe('A comment on the diff of the whole pull request.'),
    file: z.string().min(1).max(1_000),
    side: z.enum(['old', 'new']).default('new'),
    line: z.number().int().min(1),
    quote: z.string().max(2_000).describe('The text of the line.'),
    text: z.string().trim().min(1).max(4_000),
  })
  .openapi('JobLineComment');
export type LineComment = z.output<typeof lineCommentSchema>;

/** The events of a job, in order; `at` is an ISO time. */
export type JobEvent = { nth: number; at: string } & (
  | { type: 'phase'; phase: JobPhase }
  | { type: 'step'; step: number; text: string; tools: { name: string; summary: string; ok: boolean }[] }
  | { type: 'checks'; findings: string[] }
  | { type: 'proof'; asked: number; gained: number; lost: number }
  | { type: 'message'; text: string; comments?: LineComment[]; round?: number }
  | { type: 'retry'; round: number }
  | { type: 'waiting'; message: string }
  | { type: 'summary'; title: string; summary: string[] }
  | { type: 'pull-request'; url: string; draft: boolean; notAsked?: string[] }
  | { type: 'status'; status: JobStatus }
);
