import { jobSchema, lineCommentSchema } from '../protocol/manage/job-schema.ts';
import { z } from '@hono/zod-openapi';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { nameOfActor } from '../accounts/audit-event.ts';
import { agentJobOf, agentJobsOf } from '../agent/agent-job.ts';
import { count, noteJob, path, shared } from './agent-call.ts';
import { startGapJob } from '../agent/gaps/start-gap-job.ts';
import {
  archiveJob,
  cancelJob,
  createJob,
  earlierJob,
  getJob,
  getOpenJob,
  jobRequest,
  maxPromptLength,
  messageOfReview,
  retryJob,
  sendMessage,
} from '../agent/manage-jobs.ts';
import { type JobEvent, watchJob } from '../agent/watch-job.ts';
import { jobStatuses } from '../lib/job-status.ts';
import { pageOfJobs } from '../store/jobs.ts';
import type { PageRequest } from '../store/paging.ts';
import { cleanText } from '../lib/clean-text.ts';
import { readIdempotencyKey } from '../lib/idempotency-key.ts';
import { createKeyedMutex } from '../lib/keyed-mutex.ts';
import { answerOf, bodyOf, route } from './json-route.ts';
import { fileFilter, listAnswer } from './list-answer.ts';
import type { Route } from './route.ts';
import { writeStream } from './write-stream.ts';

const shortPrompt = 500;

const prompt = z
  .string()
  .max(maxPromptLength)
  .transform(cleanText)
  .refine((text) => text.trim() !== '', 'must not be blank');
const orderSchema = z
  .object({
    prompt: prompt.openapi({ type: 'string', minLength: 1, maxLength: maxPromptLength }),
    ref: z.string().max(200).nullish().describe('The branch to work on; without it, the default branch.'),
    draft: z.boolean().default(false).describe('Opens the pull request as a draft.'),
    gapId: z
      .string()
      .max(200)
      .nullish()
      .describe('The content gap that the job is to close: it is followed until the docs answer it.'),
  })
  .openapi('JobOrder');
const maxComments = 100;
const messageSchema = z
  .object({
    prompt: z
      .string()
      .max(maxPromptLength)
      .transform(cleanText)
      .default('')
      .openapi({ type: 'string', description: 'May be left out with comments.' }),
    comments: z
      .array(lineCommentSchema)
      .max(maxComments)
      .default([])
      .describe(
        'On lines of what the job changed: a review, which the next round answers. With their quotes and the prompt at most 50,000 characters.',
      ),
  })
  .refine(({ prompt, comments }) => prompt.trim() !== '' || comments.length > 0, {
    path: ['prompt'],
    message: 'must not be blank',
  })
  .refine(({ prompt, comments }) => messageOfReview({ text: prompt, comments }).length <= maxPromptLength, {
    path: ['comments'],
    message: 'are, with their quotes and the prompt, longer than 50,000 characters: send fewer at once',
  })
  .openapi('JobMessage');

/** Serializes requests by key, so that a retry before the first answer counts once. */
const inOrder = createKeyedMutex();

const createRoute = route({
  ...shared,
  method: 'post',
  path: `${path}/job`,
  summary: 'Start a job: a prompt in, a pull request out',
  body: { ...bodyOf(orderSchema), maxBytes: 1024 ** 2 },
  action: 'job.create',
  knowsKeys: true,
  errors: ['conflict', 'rate_limited'],
  success: answerOf(jobSchema, 'The job, which is worked on in the background.', 201),
  async handle(call) {
    const { deps, admission, body, request, note, change } = call;
    const key = readIdempotencyKey(request.headers['idempotency-key']);
    const order = { prompt: body.prompt, ref: body.ref ?? null, draft: body.draft };
    const gapId = body.gapId ?? null;
    const asked = gapId === null ? order : { ...order, gapId };
    const ordered = { ...order, by: nameOfActor(admission.actor) };
    const known = jobRequest(key, asked);
    const create = async () => {
      const earlier = await earlierJob(deps.store, admission.project, known);
      if (earlier !== undefined) {
        note({ organizationId: null });
        return agentJobOf(deps.store, earlier);
      }
      await count(call);
      const job = await change(async (store) => {
        const { modelName } = deps.agent.deps;
        const made =
          gapId === null
            ? await createJob(store, admission.project, ordered, modelName, known)
            : await startGapJob(store, admission.project, gapId, ordered, modelName, known);
        note({ target: { kind: 'job', id: made.id, name: made.id } });
        return made;
      });
      return agentJobOf(deps.store, job);
    };
    return known === null ? create() : inOrder(`${admission.project.id} ${known.key}`, create);
  },
});

const getRoute = route({
  ...shared,
  method: 'get',
  path: `${path}/job/{id}`,
  summary: 'Get a job',
  success: answerOf(jobSchema, 'The job.'),
  async handle(call) {
    return agentJobOf(
      call.deps.store,
      await getJob(call.deps.store, call.admission.project, call.param('id')),
    );
  },
});

const listFilter = fileFilter.extend({
  status: z.enum(jobStatuses).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
});

const listRoute = route({
  ...shared,
  method: 'get',
  path: `${path}/jobs`,
  summary: 'List jobs',
  filter: listFilter,
  success: answerOf(
    z.object({ jobs: z.array(jobSchema), nextCursor: z.string().nullable(), total: z.number() }),
    'Newest first; with `format=csv` one row each.',
  ),
  async handle({ deps, admission: { project }, filter: { status, ...filter }, headers }) {
    const read = async (page: PageRequest) => {
      const { rows, ...rest } = await pageOfJobs(deps.store, { projectId: project.id, status }, page);
      const shown = await agentJobsOf(deps.store, rows);
      for (const job of shown) job.prompt = job.prompt.slice(0, shortPrompt);
      return { rows: shown, ...rest };
    };
    const list = await listAnswer(
      { filter, headers },
      {
        read,
        show: (job) => job,
        file: 'jobs',
        columns: ['id', 'status', 'title', 'prompt', 'prLink', 'model', 'files', 'createdAt', 'endedAt'],
      },
    );
    if (list instanceof Response) return list;
    const { items: jobs, ...rest } = list;
    return { jobs, ...rest };
  },
});

const messageRoute = route({
  ...shared,
  method: 'post',
  path: `${path}/job/{id}/message`,
  summary: 'Send a job another message',
  body: { ...bodyOf(messageSchema), maxBytes: 1024 ** 2 },
  action: 'job.message',
  errors: ['conflict', 'rate_limited'],
  success: answerOf(jobSchema, 'The job, active again.'),
  async handle(call) {
    const { deps, admission, body, param, change } = call;
    await getOpenJob(deps.store, admission.project, param('id'));
    await count(call);
    noteJob(call);
    const { modelName } = deps.agent.deps;
    const by = nameOfActor(admission.actor);
    const { prompt: text, comments } = body;
    const job = await change((store) =>
      sendMessage(store, admission.project, param('id'), text, modelName, by, 'person', comments),
    );
    return agentJobOf(call.deps.store, job);
  },
});

const retryRoute = route({
  ...shared,
  method: 'post',
  path: `${path}/job/{id}/retry`,
  summary: 'Continue a failed job',
  action: 'job.retry',
  errors: ['conflict', 'rate_limited'],
  success: answerOf(jobSchema, 'The job, active again.'),
  async handle(call) {
    const { deps, admission, param, change } = call;
    await getOpenJob(deps.store, admission.project, param('id'));
    await count(call);
    noteJob(call);
    const { modelName } = deps.agent.deps;
    return agentJobOf(
      call.deps.store,
      await change((store) => retryJob(store, admission.project, param('id'), modelName)),
    );
  },
});

function endRoute(how: 'cancel' | 'archive', summary: string, end: typeof cancelJob) {
  return route({
    ...shared,
    method: 'post',
    path: `${path}/job/{id}/${how}`,
    summary,
    action: `job.${how}`,
    errors: ['conflict'],
    success: answerOf(jobSchema, 'The job.'),
    async handle(call) {
      noteJob(call);
      const job = await call.change((store) => end(store, call.admission.project, call.param('id')));
      return agentJobOf(call.deps.store, job);
    },
  });
}

const sse = {
  headers: {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
  },
  keepAlive: ': keep-alive\n\n',
};

function toEvent({ nth, event, createdAt }: JobEvent): string {
  const data = JSON.stringify({ ...event, at: new Date(createdAt).toISOString() });
  return `id: ${nth}\nevent: ${event['type']}\ndata: ${data}\n\n`;
}

/** How long a watcher's admission stays valid: after a revoked key or membership the stream ends. */
const admittedMs = 500;

const eventsRoute: Route<undefined> = {
  ...shared,
  method: 'get',
  path: `${path}/job/{id}/events`,
  summary: 'Watch a job as server-sent events',
  success: {
    status: 200,
    description:
      'Events with ids, until the job ends. `Last-Event-ID` continues after that event; 204 when there are no more.',
    content: { 'text/event-stream': { schema: z.string() } },
  },
  async handle({ deps, admission, param, request, response, headers, isStillAdmitted }) {
    const job = await getJob(deps.store, admission.project, param('id'));
    const after = Number(request.headers['last-event-id'] ?? 0);
    const from = Number.isSafeInteger(after) && after >= 0 ? after : 0;
    const left = new AbortController();
    response.once('close', () => left.abort());
    const events = watchJob(deps.store, job, from, left.signal);
    const first = await events.next();
    if (first.done) return new Response(null, { status: 204, headers });
    async function* untilStopped() {
      yield first.value!;
      let admittedAt = performance.now();
      for await (const event of events) {
        if (deps.stopping()) return;
        if (performance.now() - admittedAt > admittedMs) {
          if (!(await isStillAdmitted())) return;
          admittedAt = performance.now();
        }
        yield event;
      }
    }
    // The head is sent with the first bytes, so a waiting job must send some, too.
    let begun = false;
    const nothingNew = () => (begun ? '' : sse.keepAlive);
    const write = (event: Awaited<ReturnType<typeof events.next>>['value']) => {
      const text = event === null ? nothingNew() : toEvent(event);
      begun = true;
      return text;
    };
    await writeStream(response, headers, { ...sse, write }, untilStopped());
    return RESPONSE_ALREADY_SENT;
  },
};

export const agentRoutes = [
  createRoute,
  getRoute,
  listRoute,
  messageRoute,
  endRoute('cancel', 'Cancel an active job', cancelJob),
  endRoute('archive', 'Archive an ended job', archiveJob),
  retryRoute,
  eventsRoute,
];
