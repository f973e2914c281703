import { gapStatus, gapSchema, gapQuestionSchema, settableGapStatus } from '../../protocol/manage/gap.ts';
import { z } from '@hono/zod-openapi';
import { listGaps, markGap, readGap, type ShownGap } from '../../analytics/gaps.ts';
import { iso, pageFilter, readCursor, toCursor } from '../paging.ts';
import { listOf } from '../../protocol/manage/list.ts';
import { json } from '../respond.ts';
import type { Route } from '../route.ts';
import { consumeLimits } from '../../accounts/limits.ts';
import { agentJobOf } from '../../agent/agent-job.ts';
import { startGapJob } from '../../agent/gaps/start-gap-job.ts';
import { type Job, jobSchema } from '../../protocol/manage/job.ts';
import { countProven } from '../../store/gap-loops.ts';
import { answerOf, bodyOf } from '../manage/request.ts';

function show({ createdAt, lastAskedAt, proof, ...gap }: ShownGap) {
  const shownProof = proof && { ...proof, checkedAt: iso(proof.checkedAt) };
  return { ...gap, proof: shownProof, firstAskedAt: iso(createdAt), lastAskedAt: iso(lastAskedAt) };
}

const shared = { tag: 'Content gaps', key: 'admin' } as const;
const path = '/manage/v1/projects/{projectId}/gaps';
const filter = pageFilter.extend({ status: gapStatus.default('open') });

const listAnswer = answerOf(
  listOf(gapSchema).extend({
    closedWithProof: z
      .number()
      .describe('Gaps of the project that a job’s change has closed, with the answer as proof.'),
  }),
  'Most asked first.',
);

const listRoute: Route<undefined, 'project', z.infer<typeof filter>> = {
  ...shared,
  method: 'get',
  path,
  summary: 'List what readers ask and the docs do not answer',
  filter,
  success: listAnswer,
  async handle({ deps, admission: { project }, filter: { limit, cursor, status }, headers }) {
    const place = readCursor(cursor, z.tuple([z.number(), z.string()]));
    const after = place && { count: place[0], id: place[1] };
    const { rows, next } = await listGaps(deps.store, { projectId: project.id, status }, { limit, after });
    const closedWithProof = await countProven(deps.store, project.id);
    const page = { items: rows.map(show), nextCursor: toCursor(next), closedWithProof };
    return listAnswer.json(page, headers);
  },
};

const getAnswer = answerOf(
  gapSchema.extend({ questions: z.array(gapQuestionSchema) }),
  'The newest 100 questions.',
);

const getRoute: Route<undefined> = {
  ...shared,
  method: 'get',
  path: `${path}/{gapId}`,
  summary: 'Get a content gap with its questions',
  success: getAnswer,
  async handle({ deps, admission: { project }, param, headers }) {
    const { gap, questions } = await readGap(deps.store, { projectId: project.id, id: param('gapId') });
    const asked = questions.map((question) => ({ ...question, createdAt: iso(question.createdAt) }));
    return getAnswer.json({ ...show(gap), questions: asked }, headers);
  },
};

const gapChanges = z.object({ status: settableGapStatus }).openapi('GapChanges');

const changeAnswer = answerOf(gapSchema, 'The changed gap.');

const changeRoute: Route<z.infer<typeof gapChanges>> = {
  ...shared,
  method: 'patch',
  path: `${path}/{gapId}`,
  summary: 'Say what has become of a content gap',
  body: bodyOf(gapChanges),
  action: 'gap.update',
  success: changeAnswer,
  async handle({ admission: { project }, body, param, headers, note, change }) {
    const gap = await change(async (store) => {
      const marked = await markGap(store, { projectId: project.id, id: param('gapId') }, body.status);
      note({ target: { kind: 'gap', id: marked.id, name: marked.label }, details: { status: body.status } });
      return marked;
    });
    return changeAnswer.json(show(gap), headers);
  },
};

const jobRoute: Route<undefined> = {
  ...shared,
  method: 'post',
  path: `${path}/{gapId}/job`,
  summary: 'Have the docs agent close a content gap',
  action: 'job.create',
  errors: ['conflict', 'rate_limited'],
  success: answerOf(
    jobSchema,
    'The job. When its change is merged and live, the questions are asked again.',
    201,
  ),
  async handle({ deps, admission, param, headers, note, change }) {
    const { project } = admission;
    const { gap } = await readGap(deps.store, { projectId: project.id, id: param('gapId') });
    Object.assign(headers, await consumeLimits(deps.store, 'job', { admission, limits: deps.config.limits }));
    const order = { prompt: gap.jobPrompt, ref: null, draft: false };
    const job = await change(async (store) => {
      const made = await startGapJob(store, project, gap.id, order, deps.agent.deps.modelName, null);
      note({ target: { kind: 'job', id: made.id, name: made.id }, details: { gapId: gap.id } });
      return made;
    });
    return json<Job>(201, await agentJobOf(deps.store, job), headers);
  },
};

export const gapRoutes = [listRoute, getRoute, changeRoute, jobRoute];
