import { gapStatus, gapSchema, gapQuestionSchema } from '../../protocol/manage/gap.ts';
import { z } from '@hono/zod-openapi';
<<<<<<< HEAD
import { joinTopics, moveToTopic } from '../../analytics/rearrange-topics.ts';
import {
  type AskedTopic,
  editTopic,
  listGaps,
  listTopics,
  readTopic,
  type ShownTopic,
} from '../../analytics/topics.ts';
import { csv, maxCsvRows } from '../csv-answer.ts';
import { iso, listOf, pageFilter, rangeFilter, readCursor, toCursor } from '../paging.ts';
import { json } from '../respond.ts';
=======
import { listGaps, markGap, readGap, type ShownGap } from '../../analytics/gaps.ts';
import { iso, pageFilter, readCursor, toCursor } from '../paging.ts';
import { listOf } from '../../protocol/manage/list.ts';
>>>>>>> main
import type { Route } from '../route.ts';
import { answerOf, bodyOf } from '../manage/request.ts';
import { period } from './period.ts';

<<<<<<< HEAD
const status = z.enum(['open', 'dismissed', 'solved']);

const topicSchema = z
  .object({
    id: z.string(),
    label: z.string().describe('Its name; without one, the question nearest to all others.'),
    namedBy: z.enum(['model', 'person']).nullable(),
    count: z.number(),
    unanswered: z.number().describe('Of these without a whole answer.'),
    firstAskedAt: z.string(),
    lastAskedAt: z.string(),
    status,
    ownerId: z.string().nullable().describe('A member’s id.'),
    note: z.string(),
    jobId: z.string().nullable().describe('The docs agent’s job that is to fill the gap.'),
    trend: z.array(z.number()).describe('Questions in each eighth of the time, or a week; oldest first.'),
    examples: z.array(z.string()),
    jobPrompt: z.string().describe('A draft for the docs agent.'),
  })
  .openapi('Gap');

const askedSchema = topicSchema
  .extend({
    asked: z.object({
      count: z.number(),
      before: z.number().describe('In the time before, which is as long.'),
      answered: z.number(),
      partial: z.number(),
      unanswered: z.number(),
      failed: z.number(),
      helpful: z.number(),
      unhelpful: z.number(),
    }),
  })
  .openapi('Topic');

const questionSchema = z.object({
  turnId: z.string(),
  threadId: z.string(),
  question: z.string(),
  after: z.string().nullable().describe('Of a follow-up: the question that it goes on from.'),
  status: z.enum(['answered', 'partial', 'unanswered', 'failed']),
  createdAt: z.string(),
});

function show<Shown extends ShownTopic>({ createdAt, lastAskedAt, ...topic }: Shown) {
  return { ...topic, firstAskedAt: iso(createdAt), lastAskedAt: iso(lastAskedAt) };
=======
function show({ createdAt, lastAskedAt, ...gap }: ShownGap) {
  return { ...gap, firstAskedAt: iso(createdAt), lastAskedAt: iso(lastAskedAt) };
>>>>>>> main
}

const shared = { tag: 'Content gaps', key: 'admin' } as const;
const path = '/manage/v1/projects/{projectId}/gaps';
<<<<<<< HEAD
const format = z.enum(['json', 'csv']).default('json');
const filter = pageFilter.extend({ status: status.default('open'), format });

function placeOf(cursor: string | undefined) {
  const place = readCursor(cursor, z.tuple([z.number(), z.string()]));
  return place && { count: place[0], id: place[1] };
}
=======
const filter = pageFilter.extend({ status: gapStatus.default('open') });

const listAnswer = answerOf(listOf(gapSchema), 'Most asked first.');
>>>>>>> main

const listRoute: Route<undefined, 'project', z.infer<typeof filter>> = {
  ...shared,
  method: 'get',
  path,
  summary: 'List what readers ask and the docs do not answer',
  filter,
<<<<<<< HEAD
  success: answerOf(
    listOf(topicSchema).extend({ total: z.number() }),
    'Those with most unanswered questions first; or with `format=csv` a row for each.',
  ),
  async handle({ deps, admission: { project }, filter: { limit, cursor, status, format }, headers }) {
    const by = { projectId: project.id, status };
    const page = format === 'csv' ? { limit: maxCsvRows } : { limit, after: placeOf(cursor) };
    const { rows, next, total } = await listGaps(deps.store, by, page);
    if (format === 'json')
      return json(200, { items: rows.map(show), nextCursor: toCursor(next), total }, headers);
    const cells = rows.map(({ id, label, count, unanswered, createdAt, lastAskedAt, note, examples }) => ({
      ...{ id, label, count, unanswered, status, note, examples: examples.join(' | ') },
      ...{ firstAskedAt: iso(createdAt), lastAskedAt: iso(lastAskedAt) },
    }));
    return csv(headers, 'gaps', cells, [
      ...(['id', 'label', 'count', 'unanswered', 'status'] as const),
      ...(['firstAskedAt', 'lastAskedAt', 'note', 'examples'] as const),
    ]);
  },
};

const topicsFilter = pageFilter
  .extend(rangeFilter.shape)
  .extend({ sort: z.enum(['count', 'unanswered']).default('count'), format });

const topicsRoute: Route<undefined, 'project', z.infer<typeof topicsFilter>> = {
  ...shared,
  method: 'get',
  path: '/manage/v1/projects/{projectId}/topics',
  summary: 'List what readers ask about, all questions counted',
  filter: topicsFilter,
  success: answerOf(
    listOf(askedSchema).extend({ total: z.number() }),
    'Of the last 30 days unless said otherwise, most asked first; or with `format=csv` a row for each.',
  ),
  async handle({ deps, admission: { project }, filter: { limit, cursor, sort, format, ...range }, headers }) {
    const by = { projectId: project.id, order: sort, ...(await period(deps.store, range)) };
    const page = format === 'csv' ? { limit: maxCsvRows } : { limit, after: placeOf(cursor) };
    const { rows, next, total } = await listTopics(deps.store, by, page);
    if (format === 'json')
      return json(200, { items: rows.map(show), nextCursor: toCursor(next), total }, headers);
    return csv(headers, 'topics', rows.map(topicCells), [
      ...(['id', 'label', 'count', 'before', 'answered', 'partial'] as const),
      ...(['unanswered', 'failed', 'helpful', 'unhelpful', 'lastAskedAt'] as const),
    ]);
  },
};

function topicCells({ id, label, asked, lastAskedAt }: AskedTopic) {
  return { id, label, ...asked, lastAskedAt: iso(lastAskedAt) };
}
=======
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
>>>>>>> main

const getRoute: Route<undefined> = {
  ...shared,
  method: 'get',
  path: `${path}/{gapId}`,
<<<<<<< HEAD
  summary: 'Get a topic or content gap with its questions',
  success: answerOf(topicSchema.extend({ questions: z.array(questionSchema) }), 'The newest 100 questions.'),
=======
  summary: 'Get a content gap with its questions',
  success: getAnswer,
>>>>>>> main
  async handle({ deps, admission: { project }, param, headers }) {
    const { topic, questions } = await readTopic(deps.store, { projectId: project.id, id: param('gapId') });
    const asked = questions.map((question) => ({ ...question, createdAt: iso(question.createdAt) }));
<<<<<<< HEAD
    return json(200, { ...show(topic), questions: asked }, headers);
  },
};

const gapChanges = z
  .object({
    status: status.optional(),
    name: z.string().trim().max(160).optional().describe('Empty: Docent names it.'),
    ownerId: z.string().max(128).nullable().optional(),
    note: z.string().max(4_000).optional(),
    jobId: z.string().max(128).nullable().optional(),
  })
  .openapi('GapChanges');
=======
    return getAnswer.json({ ...show(gap), questions: asked }, headers);
  },
};

const gapChanges = z.object({ status: gapStatus }).openapi('GapChanges');

const changeAnswer = answerOf(gapSchema, 'The changed gap.');
>>>>>>> main

const changeRoute: Route<z.infer<typeof gapChanges>> = {
  ...shared,
  method: 'patch',
  path: `${path}/{gapId}`,
  summary: 'Change a content gap: its state, name, owner, note or job',
  body: bodyOf(gapChanges),
  action: 'gap.update',
<<<<<<< HEAD
  success: answerOf(topicSchema, 'The changed gap.'),
  async handle({ admission: { project, organization }, body, param, headers, note, change }) {
    const topic = await change(async (store) => {
      const by = { projectId: project.id, organizationId: organization.id, id: param('gapId') };
      const edited = await editTopic(store, by, body);
      note({ target: { kind: 'gap', id: edited.id, name: edited.label }, details: { ...body } });
      return edited;
    });
    return json(200, show(topic), headers);
=======
  success: changeAnswer,
  async handle({ admission: { project }, body, param, headers, note, change }) {
    const gap = await change(async (store) => {
      const marked = await markGap(store, { projectId: project.id, id: param('gapId') }, body.status);
      note({ target: { kind: 'gap', id: marked.id, name: marked.label }, details: { status: body.status } });
      return marked;
    });
    return changeAnswer.json(show(gap), headers);
>>>>>>> main
  },
};

const mergeBody = z.object({ gapIds: z.array(z.string().max(128)).min(1).max(50) }).openapi('GapsToMerge');

const mergeRoute: Route<z.infer<typeof mergeBody>> = {
  ...shared,
  method: 'post',
  path: `${path}/{gapId}/merge`,
  summary: 'Make other topics or gaps part of this one',
  body: bodyOf(mergeBody),
  action: 'gap.merge',
  success: answerOf(topicSchema, 'The gap with all their questions.'),
  async handle({ admission: { project }, body, param, headers, note, change }) {
    const by = { projectId: project.id, id: param('gapId') };
    const { topic } = await change(async (store) => {
      await joinTopics(store, by, body.gapIds);
      const joined = await readTopic(store, by);
      note({ target: { kind: 'gap', id: by.id, name: joined.topic.label }, details: body });
      return joined;
    });
    return json(200, show(topic), headers);
  },
};

const moveBody = z
  .object({
    turnIds: z.array(z.string().max(128)).min(1).max(100),
    to: z.string().max(128).nullable().describe('A topic’s id; null: a new one.'),
  })
  .openapi('QuestionsToMove');

const moveRoute: Route<z.infer<typeof moveBody>> = {
  ...shared,
  method: 'post',
  path: `${path}/{gapId}/move`,
  summary: 'Move questions to another topic, or to a new one',
  body: bodyOf(moveBody),
  action: 'gap.move',
  success: answerOf(topicSchema, 'The topic where they are now.'),
  async handle({ admission: { project }, body, param, headers, note, change }) {
    const { topic } = await change(async (store) => {
      const id = await moveToTopic(store, { projectId: project.id, id: param('gapId') }, body);
      const moved = await readTopic(store, { projectId: project.id, id });
      note({ target: { kind: 'gap', id, name: moved.topic.label }, details: { from: param('gapId') } });
      return moved;
    });
    return json(200, show(topic), headers);
  },
};

export const gapRoutes = [listRoute, topicsRoute, getRoute, changeRoute, mergeRoute, moveRoute];
