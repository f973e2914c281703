import { z } from '@hono/zod-openapi';
import { jobPhases, jobStatuses, type JobPhase, type JobStatus } from '../../lib/job-status.ts';

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
    findings: z.array(z.string()).describe('What the checks still say.'),
    usage: z.object({
      inputTokens: z.number(),
      outputTokens: z.number(),
      cachedInputTokens: z.number(),
      costUsd: z.number(),
    }),
    gapId: z.string().nullable().describe('The content gap that it is to close.'),
    updatedAt: z.string(),
    endedAt: z.string().nullable(),
  })
  .openapi('AgentJob');
export type Job = z.output<typeof jobSchema>;

export const jobChangeSchema = z
  .object({
    pullRequest: z
      .object({
        branch: z.string(),
        base: z.string(),
        state: z.enum(['open', 'merged', 'closed']),
        draft: z.boolean(),
      })
      .nullable()
      .describe('Of the local forge only.'),
    diffs: z.array(z.object({ round: z.number(), diff: z.string() })).describe('Unified diffs, one a round.'),
  })
  .openapi('JobChange');
export type JobChange = z.output<typeof jobChangeSchema>;
export type PullRequestState = NonNullable<JobChange['pullRequest']>['state'];
export type TodoItem = Job['todo'][number];

/** The events of a job, in order; `at` is an ISO time. */
export type JobEvent = { nth: number; at: string } & (
  | { type: 'phase'; phase: JobPhase }
  | { type: 'step'; step: number; text: string; tools: { name: string; summary: string; ok: boolean }[] }
  | { type: 'checks'; findings: string[] }
  | { type: 'message'; text: string }
  | { type: 'waiting'; message: string }
  | { type: 'summary'; title: string; summary: string[] }
  | { type: 'pull-request'; url: string; draft: boolean; notAsked?: string[] }
  | { type: 'status'; status: JobStatus }
);
