import { z } from '@hono/zod-openapi';
import { feedbackSchema } from '../../protocol/manage/conversation-schema.ts';
import { countFeedback, listFeedback } from '../../store/feedback.ts';
import { fileFilter, listRoute } from '../list-answer.ts';
import { iso, rangeFilter } from '../page-filter.ts';

/** What readers said of answers. */
export const feedbackRoute = listRoute({
  path: '/manage/v1/projects/{projectId}/feedback',
  summary: 'List feedback',
  tag: 'Conversations',
  key: 'admin',
  filter: fileFilter.extend(rangeFilter.shape).extend({ helpful: z.enum(['true', 'false']).optional() }),
  item: feedbackSchema,
  order: 'Newest first',
  async read(
    { deps: { store }, admission: { project }, filter: { dateFrom, dateTo, helpful: wanted } },
    page,
  ) {
    const helpful = wanted === undefined ? undefined : wanted === 'true';
    const by = { projectId: project.id, from: dateFrom, to: dateTo, helpful };
    return {
      ...(await listFeedback(store, by, page)),
      total: page.total ?? (await countFeedback(store, by)),
    };
  },
  show: ({ projectId: _, currentPath: __, createdAt, ...entry }) => ({ ...entry, createdAt: iso(createdAt) }),
  file: 'feedback',
  columns: ['id', 'threadId', 'messageId', 'helpful', 'comment', 'question', 'answer', 'createdAt'],
});
