import { z } from '@hono/zod-openapi';
import { joinTopics, moveToTopic, separateTopics } from '../../analytics/rearrange-topics.ts';
import {
  type AskedGap,
  type AskedTopic,
  editTopic,
  listGaps,
  listTopics,
  newestQuestions,
  oneLine,
  readTopic,
  type ShownTopic,
  type TopicPosition,
} from '../../analytics/topics.ts';
import {
  gapQuestionSchema,
  askedGapSchema,
  gapSchema,
  gapStatus,
  settableGapStatus,
  topicNameSchema,
  topicSchema,
} from '../../protocol/manage/gap-schema.ts';
import { countedListOf } from '../../protocol/manage/list-schema.ts';
import { csvOfPages } from '../csv-answer.ts';
import { byNumber, iso, pageFilter, rangeFilter, readCursor, toCursor } from '../page-filter.ts';
import { answerOf, bodyOf, route } from '../json-route.ts';
import { period } from './period.ts';
import { consumeLimits } from '../../accounts/rate-limits.ts';
import { agentJobOf } from '../../agent/agent-job.ts';
import { followGapJob, startGapJob } from '../../agent/gaps/start-gap-job.ts';
import { getJob } from '../../agent/manage-jobs.ts';
import { jobSchema } from '../../protocol/manage/job-schema.ts';
import { countProven } from '../../store/gap-loops.ts';
import type { PageRequest } from '../../store/paging.ts';
import { listTopicNames } from '../../store/topic-names.ts';

function show<Shown extends ShownTopic>({ createdAt, lastAskedAt, proof, ...topic }: Shown) {
  const shownProof = proof && { ...proof, checkedAt: iso(proof.checkedAt) };
  return { ...topic, proof: shownProof, firstAskedAt: iso(createdAt), lastAskedAt: iso(lastAskedAt) };
}

/** For the audit log, which stores no question: a topic's name is included only when a person gave it. */
const targetOf = ({ id, label, namedBy }: ShownTopic) => ({
  kind: 'gap',
  id,
  name: namedBy === 'person' ? label : '',
});

const shared = { tag: 'Content gaps', key: 'admin' } as const;
const path = '/manage/v1/projects/{projectId}/gaps';
const format = z.enum(['json', 'csv']).default('json');
const filter = pageFilter.extend(rangeFilter.shape).extend({
  status: gapStatus.default('open'),
  sort: z.enum(['unanswered', 'count', 'growth', 'recent']).default('unanswered'),
  format,
});

function placeOf(cursor: string | undefined) {
  const place = readCursor(cursor, byNumber);
  return place && { value: place[0], id: place[1] };
}

const listRoute = route({
  ...shared,
  method: 'get',
  path,
  summary: 'List the content gaps: questions that the docs do not answer',
  filter,
  success: answerOf(
    countedListOf(askedGapSchema).extend({
      closedWithProof: z
        .number()
        .describe('Gaps of the project that a job’s change has closed, with the answer as proof.'),
    }),
    'Those with the most unanswered questions first; with `dateFrom`, only what was asked in that period. With `format=csv` one row each.',
  ),
  async handle({
    deps,
    admission: { project },
    filter: { limit, cursor, status, sort, format, ...range },
    headers,
  }) {
    const isPeriod = range.dateFrom !== undefined || range.dateTo !== undefined;
    const inPeriod = isPeriod ? await period(deps.store, range) : undefined;
    const by = { projectId: project.id, status, order: sort, period: inPeriod };
    const read = (page: PageRequest<TopicPosition>) => listGaps(deps.store, by, page);
    if (format === 'csv')
      return csvOfPages(headers, { file: 'gaps', read, show: gapCells, columns: gapColumns });
    const { rows, next, total } = await read({ limit, after: placeOf(cursor) });
    const closedWithProof = await countProven(deps.store, project.id);
    const shown = { items: rows.map(show), nextCursor: toCursor(next), total, closedWithProof };
    return shown;
  },
});

const gapColumns = [
  ...(['id', 'label', 'count', 'unanswered', 'before', 'status'] as const),
  ...(['firstAskedAt', 'lastAskedAt', 'note', 'examples'] as const),
];

function gapCells({ asked, createdAt, lastAskedAt, examples, ...gap }: AskedGap) {
  const { id, label, status, note } = gap;
  return {
    id,
    label,
    count: asked?.count ?? gap.count,
    unanswered: asked?.unanswered ?? gap.unanswered,
    before: asked?.before,
    status,
    note,
    examples: examples.join(' | '),
    firstAskedAt: iso(createdAt),
    lastAskedAt: iso(lastAskedAt),
  };
}

const topicsFilter = pageFilter
  .extend(rangeFilter.shape)
  .extend({ sort: z.enum(['count', 'unanswered', 'unhelpful', 'growth']).default('count'), format });

const topicsRoute = route({
  ...shared,
  method: 'get',
  path: '/manage/v1/projects/{projectId}/topics',
  summary: 'List the topics of all questions',
  filter: topicsFilter,
  success: answerOf(
    countedListOf(topicSchema),
    'By default of the last 30 days, the most asked first; with `format=csv` one row each.',
  ),
  async handle({ deps, admission: { project }, filter: { limit, cursor, sort, format, ...range }, headers }) {
    const by = { projectId: project.id, order: sort, ...(await period(deps.store, range)) };
    const read = (page: PageRequest<TopicPosition>) => listTopics(deps.store, by, page);
    if (format === 'csv')
      return csvOfPages(headers, { file: 'topics', read, show: topicCells, columns: topicColumns });
    const { rows, next, total } = await read({ limit, after: placeOf(cursor) });
    return { items: rows.map(show), nextCursor: toCursor(next), total };
  },
});

const topicColumns = [
  ...(['id', 'label', 'count', 'before', 'answered', 'partial'] as const),
  ...(['unanswered', 'failed', 'helpful', 'unhelpful', 'lastAskedAt'] as const),
];

function topicCells({ id, label, asked, lastAskedAt }: AskedTopic) {
  return { id, label, ...asked, lastAskedAt: iso(lastAskedAt) };
}

const getRoute = route({
  ...shared,
  method: 'get',
  path: `${path}/{gapId}`,
  summary: 'Get a topic or content gap with its questions',
  success: answerOf(gapSchema.extend({ questions: z.array(gapQuestionSchema) }), 'The newest 100 questions.'),
  async handle({ deps, admission: { project }, param }) {
    const topic = await readTopic(deps.store, { projectId: project.id, id: param('gapId') });
    const questions = await newestQuestions(deps.store, topic.id);
    const asked = questions.map(({ afterTurnId: _, ...question }) => ({
      ...question,
      createdAt: iso(question.createdAt),
    }));
    return { ...show(topic), questions: asked };
  },
});

const gapChanges = z
  .object({
    status: settableGapStatus.optional(),
    name: z.string().trim().max(160).optional().describe('Empty: Docent names it.'),
    ownerId: z.string().max(128).nullable().optional(),
    note: z.string().max(4_000).optional(),
    jobId: z.string().max(128).nullable().optional(),
  })
  .openapi('GapChanges');

const changeRoute = route({
  ...shared,
  method: 'patch',
  path: `${path}/{gapId}`,
  summary: 'Change a content gap: its state, name, owner, note or job',
  body: bodyOf(gapChanges),
  action: 'gap.update',
  success: answerOf(gapSchema, 'The changed gap.'),
  async handle({ admission: { project, organization }, body, param, note, change }) {
    const topic = await change(async (store) => {
      const by = { projectId: project.id, organizationId: organization.id, id: param('gapId') };
      if (body.jobId != null) {
        const { id: jobId } = await getJob(store, project, body.jobId);
        const topic = await readTopic(store, by);
        await followGapJob(store, { gapId: topic.id, projectId: project.id, jobId });
      }
      const edited = await editTopic(store, by, body);
      note({ target: targetOf(edited), details: { ...body } });
      return edited;
    });
    return show(topic);
  },
});

const mergeBody = z.object({ gapIds: z.array(z.string().max(128)).min(1).max(50) }).openapi('GapsToMerge');

/** Changes which topics belong together. */
function groupingRoute(
  how: 'merge' | 'unmerge',
  regroup: typeof joinTopics,
  { summary, result }: { summary: string; result: string },
) {
  return route({
    ...shared,
    method: 'post',
    path: `${path}/{gapId}/${how}`,
    summary,
    body: bodyOf(mergeBody),
    action: `gap.${how}`,
    success: answerOf(gapSchema, result),
    async handle({ admission: { project }, body, param, note, change }) {
      const by = { projectId: project.id, id: param('gapId') };
      const topic = await change(async (store) => {
        await regroup(store, by, body.gapIds);
        const left = await readTopic(store, by);
        note({ target: targetOf(left), details: body });
        return left;
      });
      return show(topic);
    },
  });
}

const moveBody = z
  .object({
    turnIds: z.array(z.string().max(128)).min(1).max(100),
    to: z.string().max(128).nullable().describe('A topic’s id; null: a new one.'),
  })
  .openapi('QuestionsToMove');

const moveRoute = route({
  ...shared,
  method: 'post',
  path: `${path}/{gapId}/move`,
  summary: 'Move questions to another topic, or to a new one',
  body: bodyOf(moveBody),
  action: 'gap.move',
  success: answerOf(gapSchema, 'The topic that now has them.'),
  async handle({ admission: { project }, body, param, note, change }) {
    const topic = await change(async (store) => {
      const id = await moveToTopic(store, { projectId: project.id, id: param('gapId') }, body);
      const moved = await readTopic(store, { projectId: project.id, id });
      note({ target: targetOf(moved), details: { from: param('gapId') } });
      return moved;
    });
    return show(topic);
  },
});

const jobRoute = route({
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
    const by = { projectId: project.id, id: param('gapId') };
    await readTopic(deps.store, by);
    Object.assign(headers, await consumeLimits(deps.store, 'job', { admission, limits: deps.config.limits }));
    const job = await change(async (store) => {
      const topic = await readTopic(store, by);
      const order = { prompt: topic.jobPrompt, ref: null, draft: false };
      const made = await startGapJob(store, project, topic.id, order, deps.agent.deps.modelName, null);
      note({ target: { kind: 'job', id: made.id, name: made.id }, details: { gapId: topic.id } });
      return made;
    });
    return agentJobOf(deps.store, job);
  },
});

const namesFilter = z.object({ text: z.string().max(160).default('').describe('Words of the name.') });
const maxNames = 20;
const maxWords = 10;

const topicNamesRoute = route({
  ...shared,
  method: 'get',
  path: '/manage/v1/projects/{projectId}/topic-names',
  summary: 'Find topics by their names',
  filter: namesFilter,
  success: answerOf(
    z.object({ items: z.array(topicNameSchema) }),
    'Up to 20 topics of any time, those asked about last first.',
  ),
  async handle({ deps, admission: { project }, filter: { text } }) {
    const words = text.split(/\s+/).filter(Boolean).slice(0, maxWords);
    const names = await listTopicNames(deps.store, { projectId: project.id, words, limit: maxNames });
    return { items: names.map(({ id, label }) => ({ id, label: oneLine(label) })) };
  },
});

export const gapRoutes = [
  listRoute,
  topicsRoute,
  getRoute,
  changeRoute,
  groupingRoute('merge', joinTopics, {
    summary: 'Merge other topics or gaps into this one',
    result: 'The merged gap with all questions.',
  }),
  groupingRoute('unmerge', separateTopics, {
    summary: 'Undo a merge of the last day: take topics out of this one again',
    result: 'The gap without them.',
  }),
  moveRoute,
  jobRoute,
  topicNamesRoute,
];
