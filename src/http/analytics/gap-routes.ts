import { z } from '@hono/zod-openapi';
import { listGaps, markGap, readGap, type ShownGap } from '../../analytics/gaps.ts';
import { iso, listOf, pageFilter, readCursor, toCursor } from '../paging.ts';
import { json } from '../respond.ts';
import type { Route } from '../route.ts';
import { answerOf, bodyOf } from '../manage/request.ts';

const status = z.enum(['open', 'dismissed', 'solved']);

const gapSchema = z
  .object({
    id: z.string(),
    label: z.string().describe('One of the questions: the one nearest to all others.'),
    count: z.number(),
    firstAskedAt: z.string(),
    lastAskedAt: z.string(),
    status,
    trend: z.array(z.number()).describe('Questions a week, the last eight weeks, oldest first.'),
    examples: z.array(z.string()),
    jobPrompt: z.string().describe('A draft for the docs agent.'),
  })
  .openapi('Gap');

const questionSchema = z.object({
  turnId: z.string(),
  threadId: z.string(),
  question: z.string(),
  status: z.enum(['answered', 'partial', 'unanswered', 'failed']),
  createdAt: z.string(),
});

function show({ createdAt, lastAskedAt, ...gap }: ShownGap) {
  return { ...gap, firstAskedAt: iso(createdAt), lastAskedAt: iso(lastAskedAt) };
}

const shared = { tag: 'Content gaps', key: 'admin' } as const;
const path = '/manage/v1/projects/{projectId}/gaps';
const filter = pageFilter.extend({ status: status.default('open') });

const listRoute: Route<undefined, 'project', z.infer<typeof filter>> = {
  ...shared,
  method: 'get',
  path,
  summary: 'List what readers ask and the docs do not answer',
  filter,
  success: answerOf(listOf(gapSchema), 'Most asked first.'),
  async handle({ deps, admission: { project }, filter: { limit, cursor, status }, headers }) {
    const place = readCursor(cursor, z.tuple([z.number(), z.string()]));
    const after = place && { count: place[0], id: place[1] };
    const { rows, next } = await listGaps(deps.store, { projectId: project.id, status }, { limit, after });
    return json(200, { items: rows.map(show), nextCursor: toCursor(next) }, headers);
  },
};

const getRoute: Route<undefined> = {
  ...shared,
  method: 'get',
  path: `${path}/{gapId}`,
  summary: 'Get a content gap with its questions',
  success: answerOf(gapSchema.extend({ questions: z.array(questionSchema) }), 'The newest 100 questions.'),
  async handle({ deps, admission: { project }, param, headers }) {
    const { gap, questions } = await readGap(deps.store, { projectId: project.id, id: param('gapId') });
    const asked = questions.map((question) => ({ ...question, createdAt: iso(question.createdAt) }));
    return json(200, { ...show(gap), questions: asked }, headers);
  },
};

const gapChanges = z.object({ status }).openapi('GapChanges');

const changeRoute: Route<z.infer<typeof gapChanges>> = {
  ...shared,
  method: 'patch',
  path: `${path}/{gapId}`,
  summary: 'Say what has become of a content gap',
  body: bodyOf(gapChanges),
  action: 'gap.update',
  success: answerOf(gapSchema, 'The changed gap.'),
  async handle({ admission: { project }, body, param, headers, note, change }) {
    const gap = await change(async (store) => {
      const marked = await markGap(store, { projectId: project.id, id: param('gapId') }, body.status);
      note({ target: { kind: 'gap', id: marked.id, name: marked.label }, details: { status: body.status } });
      return marked;
    });
    return json(200, show(gap), headers);
  },
};

export const gapRoutes = [listRoute, getRoute, changeRoute];
