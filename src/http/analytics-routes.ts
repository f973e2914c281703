import { z } from '@hono/zod-openapi';
import { readConversation } from '../analytics/read-conversation.ts';
import { answerOf, route } from './json-route.ts';
import { byNumber, fromCursor, iso, pageFilterOf, rangeFilter, readCursor, toCursor } from './page-filter.ts';
import type { Call } from './route.ts';
import { countCallers, pageOfTurns } from '../store/conversations.ts';
import { countFeedbackByPage, listFeedback } from '../store/feedback.ts';
import { countSearches, listSearchTerms } from '../store/searches.ts';
import type { Turn } from '../store/turns.ts';

const path = '/v1/analytics/{projectId}';
const shared = { method: 'get', tag: 'Analytics', key: 'admin', limit: 'analytics' } as const;
const page = pageFilterOf(100, 1_000).extend(rangeFilter.shape);
const paged = { nextCursor: z.string().nullable(), hasMore: z.boolean() };
type Page = z.infer<typeof page>;

const querySchema = z
  .object({
    id: z.string(),
    threadId: z.string(),
    timestamp: z.string(),
    query: z.string(),
    response: z.string(),
    sources: z.array(z.object({ title: z.string(), url: z.string() })),
    resolutionStatus: z.enum(['answered', 'unanswered']),
    queryCategory: z.string().nullable(),
  })
  .openapi('AssistantQuery');

function show({
  messageId,
  threadId,
  createdAt,
  question,
  answer,
  sources,
  status,
}: Turn): z.output<typeof querySchema> {
  return {
    id: messageId,
    threadId,
    timestamp: iso(createdAt),
    query: question,
    response: answer,
    sources,
    resolutionStatus: status === 'answered' || status === 'partial' ? 'answered' : 'unanswered',
    queryCategory: null,
  };
}

function askedFor({ admission, filter }: Call<undefined, 'project', Page>) {
  const { limit, cursor, dateFrom, dateTo } = filter;
  return { by: { projectId: admission.project.id, from: dateFrom, to: dateTo }, limit, cursor };
}

const assistantRoute = route({
  ...shared,
  path: `${path}/assistant`,
  summary: 'Questions and answers',
  filter: page,
  success: answerOf(z.object({ conversations: z.array(querySchema), ...paged }), 'Newest first.'),
  async handle(call) {
    const { by, limit, cursor } = askedFor(call);
    const { rows, next } = await pageOfTurns(call.deps.store, by, { limit, after: fromCursor(cursor) });
    const shown = { conversations: rows.map(show), nextCursor: toCursor(next), hasMore: next !== null };
    return shown;
  },
});

const threadRoute = route({
  ...shared,
  path: `${path}/assistant/threads/{threadId}`,
  summary: 'The questions and answers of one thread',
  success: answerOf(z.object({ threadId: z.string(), messages: z.array(querySchema) }), 'Oldest first.'),
  async handle({ deps, admission, param }) {
    const by = { projectId: admission.project.id, threadId: param('threadId') };
    const { turns } = await readConversation(deps.store, by);
    return { threadId: by.threadId, messages: turns.map(show) };
  },
});

const feedbackSchema = z
  .object({
    id: z.string(),
    messageId: z.string(),
    threadId: z.string(),
    helpful: z.boolean(),
    comment: z.string().nullable(),
    path: z.string().nullable().describe('The page that was being viewed.'),
    query: z.string(),
    createdAt: z.string(),
  })
  .openapi('AnalyticsFeedback');

const feedbackRoute = route({
  ...shared,
  path: `${path}/feedback`,
  summary: 'Feedback',
  filter: page,
  success: answerOf(z.object({ feedback: z.array(feedbackSchema), ...paged }), 'Newest first.'),
  async handle(call) {
    const { by, limit, cursor } = askedFor(call);
    const { rows, next } = await listFeedback(call.deps.store, by, { limit, after: fromCursor(cursor) });
    const feedback = rows.map(({ id, messageId, threadId, helpful, comment, ...rated }) => ({
      id,
      messageId,
      threadId,
      helpful,
      comment,
      path: rated.currentPath,
      query: rated.question,
      createdAt: iso(rated.createdAt),
    }));
    return { feedback, nextCursor: toCursor(next), hasMore: next !== null };
  },
});

const pageFeedbackSchema = z
  .object({
    path: z.string().nullable(),
    thumbsUp: z.number(),
    thumbsDown: z.number(),
    total: z.number(),
  })
  .openapi('PageFeedback');

const feedbackByPageRoute = route({
  ...shared,
  path: `${path}/feedback/by-page`,
  summary: 'Feedback by the page that was being viewed',
  filter: page,
  success: answerOf(
    z.object({ feedback: z.array(pageFeedbackSchema), hasMore: z.boolean() }),
    'Most first, at most `limit`.',
  ),
  async handle(call) {
    const { by, limit } = askedFor(call);
    const rows = await countFeedbackByPage(call.deps.store, by, limit + 1);
    const feedback = rows
      .slice(0, limit)
      .map(({ path, up, total }) => ({ path, thumbsUp: up, thumbsDown: total - up, total }));
    return { feedback, hasMore: rows.length > limit };
  },
});

const searchSchema = z
  .object({
    searchQuery: z.string(),
    hits: z.number(),
    withoutResults: z.number(),
    lastSearchedAt: z.string(),
  })
  .openapi('AnalyticsSearch');

const searchesRoute = route({
  ...shared,
  path: `${path}/searches`,
  summary: 'What was searched for',
  filter: page,
  success: answerOf(
    z.object({ searches: z.array(searchSchema), totalSearches: z.number(), ...paged }),
    'Most searched first.',
  ),
  async handle(call) {
    const { by, limit, cursor } = askedFor(call);
    const { store } = call.deps;
    const place = readCursor(cursor, byNumber);
    const after = place && { value: place[0], query: place[1] };
    const { rows, next } = await listSearchTerms(
      store,
      { ...by, onlyWithoutResults: false },
      { limit, after },
    );
    const searches = rows.map(({ query, count, withoutResults, lastSearchedAt }) => ({
      searchQuery: query,
      hits: count,
      withoutResults,
      lastSearchedAt: iso(lastSearchedAt),
    }));
    const totalSearches = await countSearches(store, by);
    const shown = { searches, totalSearches, nextCursor: toCursor(next), hasMore: next !== null };
    return shown;
  },
});

const callersSchema = z
  .object({ web: z.number(), api: z.number(), other: z.number(), total: z.number() })
  .openapi('CallerStats');

const callersRoute = route({
  ...shared,
  path: `${path}/assistant/caller-stats`,
  summary: 'Count questions by caller: a page in a browser, a program, or anything else',
  filter: rangeFilter,
  success: answerOf(callersSchema, 'The number of questions by person.'),
  async handle({ deps, admission, filter: { dateFrom, dateTo } }) {
    const by = { projectId: admission.project.id, from: dateFrom, to: dateTo };
    const counts = { web: 0, api: 0, other: 0 };
    for (const { caller, count } of await countCallers(deps.store, by)) counts[caller] = count;
    return { ...counts, total: counts.web + counts.api + counts.other };
  },
});

export const analyticsRoutes = [
  assistantRoute,
  threadRoute,
  feedbackRoute,
  feedbackByPageRoute,
  searchesRoute,
  callersRoute,
];
