import { gapStatus, gapSchema, gapQuestionSchema } from '../../protocol/manage/gap.ts';
import { z } from '@hono/zod-openapi';
import { listGaps, markGap, readGap, type ShownGap } from '../../analytics/gaps.ts';
import { iso, pageFilter, readCursor, toCursor } from '../paging.ts';
import { listOf } from '../../protocol/manage/list.ts';
import type { Route } from '../route.ts';
import { answerOf, bodyOf } from '../manage/request.ts';

function show({ createdAt, lastAskedAt, ...gap }: ShownGap) {
  return { ...gap, firstAskedAt: iso(createdAt), lastAskedAt: iso(lastAskedAt) };
}

const shared = { tag: 'Content gaps', key: 'admin' } as const;
const path = '/manage/v1/projects/{projectId}/gaps';
const filter = pageFilter.extend({ status: gapStatus.default('open') });

const listAnswer = answerOf(listOf(gapSchema), 'Most asked first.');

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
    return listAnswer.json({ items: rows.map(show), nextCursor: toCursor(next) }, headers);
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

const gapChanges = z.object({ status: gapStatus }).openapi('GapChanges');

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

export const gapRoutes = [listRoute, getRoute, changeRoute];
