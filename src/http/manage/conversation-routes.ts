import { turnStatus, conversationSchema, turnSchema } from '../../protocol/manage/conversation-schema.ts';
import { z } from '@hono/zod-openapi';
import { DocentError } from '../../errors.ts';
import { channels } from '../../channels/registry.ts';
import { forget } from '../../accounts/forget-person.ts';
import { readConversation, searchWords } from '../../analytics/read-conversation.ts';
import { iso, pageFilter, rangeFilter, readCursor, toCursor } from '../page-filter.ts';
import { citationsIn } from '../../protocol/citations.ts';
import { listOf } from '../../protocol/manage/list-schema.ts';
import { csvOfPages } from '../csv-answer.ts';
import { answerOf, bodyOf, route } from '../json-route.ts';
import { scrubDeleted } from '../../store/retention.ts';
import {
  type Conversation,
  type ConversationFilter,
  type ConversationOrder,
  type ConversationPlace,
  countConversations,
  findNeighbours,
  listConversations,
  reviewConversation,
} from '../../store/conversations.ts';
import type { PageRequest } from '../../store/paging.ts';
import type { Store } from '../../store/store.ts';
import { periodBefore } from '../../analytics/period-before.ts';

const channelNames = channels.map(({ name }) => name);

function show(conversation: Conversation) {
  const [begins = ''] = conversation.threadId.split(':');
  return {
    ...conversation,
    channel: channelNames.includes(begins) ? begins : null,
    createdAt: iso(conversation.createdAt),
    updatedAt: iso(conversation.updatedAt),
    reviewedAt: iso(conversation.reviewedAt),
  };
}

const shared = { tag: 'Conversations', key: 'admin' } as const;
const path = '/manage/v1/projects/{projectId}/conversations';

const format = z.enum(['json', 'csv']).default('json');

const statuses = z
  .string()
  .max(100)
  .transform((text) => text.split(','))
  .pipe(z.array(turnStatus))
  .describe('One or more of `answered`, `partial`, `unanswered` and `failed`, with commas between them.');

/** The filter of a list of conversations. */
const chosen = rangeFilter.extend({
  status: statuses.optional(),
  feedback: z.enum(['helpful', 'unhelpful', 'any']).optional(),
  text: z.string().max(300).optional(),
  fp: z.string().max(256).optional(),
  channel: z.enum(channelNames).optional().describe('Only those held in a channel.'),
  reviewed: z.enum(['true', 'false']).optional(),
  page: z.string().max(2_000).optional().describe('The address of a page that was found or cited.'),
  topicId: z.string().max(128).optional(),
  cited: z.enum(['true']).optional().describe('With `page`: only where an answer cites it.'),
  sort: z
    .enum(['recent', 'oldest', 'turns', 'unanswered', 'unhelpful', 'cost'])
    .default('recent')
    .describe('By the last use, or the most first.'),
});

const listFilter = pageFilter.extend(chosen.shape).extend({ format });

function filterOf(projectId: string, filter: z.infer<typeof chosen>) {
  const { dateFrom, dateTo, status, text, reviewed, page, cited, sort, ...asked } = filter;
  return {
    ...asked,
    projectId,
    statuses: status,
    order: sort,
    from: dateFrom,
    to: dateTo,
    words: searchWords(text ?? ''),
    reviewed: reviewed === undefined ? undefined : reviewed === 'true',
    page: page === undefined ? undefined : { url: page, cited: cited === 'true' },
  };
}

/** As before there were channels, which come last. */
const columns = [...conversationSchema.omit({ channel: true }).keyof().options, 'channel'] as const;

const listRoute = route({
  ...shared,
  method: 'get',
  path,
  summary: 'List conversations',
  filter: listFilter,
  success: answerOf(
    listOf(conversationSchema).extend({
      total: z.number().nullable().describe('At most 10,000; null for words, which are not counted.'),
      totalBefore: z
        .number()
        .nullable()
        .describe('In the period before, which is equally long; null without `dateFrom`.'),
    }),
    'By default the most recently used first; with `format=csv` one row each.',
  ),
  async handle({ deps, admission: { project }, filter, headers }) {
    const { limit, cursor, format, ...asked } = filter;
    const by = filterOf(project.id, asked);
    const read = (page: PageRequest<ConversationPlace>) => listConversations(deps.store, by, page);
    if (format === 'csv') return csvOfPages(headers, { file: 'conversations', read, show, columns });
    const { rows, next } = await read({ limit, after: placeOf(cursor, by.order) });
    // With search words there is no total: the first page is found without looking at all matches.
    const total = by.words.length > 0 ? null : await countConversations(deps.store, by);
    const totalBefore = total === null ? null : await countBefore(deps.store, by);
    const items = rows.map(show);
    return { items, nextCursor: toCursor(next), total, totalBefore };
  },
});

function placeOf(cursor: string | undefined, order: ConversationOrder): ConversationPlace | undefined {
  const byUse = [z.number().int(), z.string()] as const;
  const isByUse = order === 'recent' || order === 'oldest';
  return readCursor(cursor, isByUse ? z.tuple(byUse) : z.tuple([z.number().int(), ...byUse]));
}

async function countBefore(store: Store, by: ConversationFilter): Promise<number | null> {
  const { from, to = await store.now() } = by;
  return from === undefined ? null : countConversations(store, { ...by, ...periodBefore({ from, to }) });
}

const getRoute = route({
  ...shared,
  method: 'get',
  path: `${path}/{threadId}`,
  summary: 'Get a conversation; its neighbours are those in the list with the same query',
  filter: chosen,
  success: answerOf(
    conversationSchema.extend({
      turns: z.array(turnSchema),
      older: z
        .string()
        .nullable()
        .describe('The next thread of the list: by default, the one used just before this one.'),
      newer: z.string().nullable(),
    }),
    'Its last 200 turns, oldest first.',
  ),
  async handle({ deps, admission: { project }, filter, param }) {
    const by = { projectId: project.id, threadId: param('threadId') };
    const { conversation, turns } = await readConversation(deps.store, by);
    const shown = turns.map(({ projectId: _, threadId: __, fp: ___, feedback, createdAt, ...turn }) => ({
      ...turn,
      citations: citationsIn(turn.answer, turn.sources),
      feedback: feedback && {
        helpful: feedback.helpful,
        comment: feedback.comment,
        createdAt: iso(feedback.createdAt),
      },
      createdAt: iso(createdAt),
    }));
    const listed = filterOf(project.id, filter);
    const { older, newer } = await findNeighbours(deps.store, conversation, listed);
    return { ...show(conversation), turns: shown, older, newer };
  },
});

const reviewBody = z
  .object({ note: z.string().max(4_000).optional(), reviewed: z.boolean().optional() })
  .openapi('ConversationReview');

const reviewRoute = route({
  ...shared,
  method: 'patch',
  path: `${path}/{threadId}`,
  summary: 'Add a note to a conversation, or mark it as reviewed',
  body: bodyOf(reviewBody),
  action: 'conversation.review',
  async handle({ admission: { project }, body, param, note, change }) {
    const threadId = param('threadId');
    note({ target: { kind: 'conversation', id: threadId, name: '' } });
    const isThere = await change((store) =>
      reviewConversation(store, { projectId: project.id, threadId }, body),
    );
    if (!isThere) throw new DocentError('not_found', 'There is no conversation with this id.');
  },
});

const deleteRoute = route({
  ...shared,
  method: 'delete',
  path: `${path}/{threadId}`,
  summary: 'Delete a conversation',
  action: 'conversation.delete',
  async handle({ deps, admission: { project }, param, note, change }) {
    const threadId = param('threadId');
    note({ target: { kind: 'conversation', id: threadId, name: '' } });
    await change((store) => forget(store, project.id, { threadId }));
    await scrubDeleted(deps.store);
  },
});

const deleteFilter = z.object({ fp: z.string().min(1).max(256) });

const deleteAllRoute = route({
  ...shared,
  method: 'delete',
  path,
  summary: 'Delete every conversation that one fp started',
  filter: deleteFilter,
  action: 'conversation.delete-all',
  success: answerOf(
    z.object({ deleted: z.number() }).openapi('DeletedConversations'),
    'How many there were.',
  ),
  async handle({ deps, admission: { project }, filter: { fp }, note, change }) {
    const deleted = await change(async (store) => {
      const threads = await forget(store, project.id, { fp });
      // No fp in the entry: it is part of what is to be forgotten.
      note({ details: { deleted: threads } });
      return threads;
    });
    await scrubDeleted(deps.store);
    return { deleted };
  },
});

export const conversationRoutes = [listRoute, getRoute, reviewRoute, deleteRoute, deleteAllRoute];
