import { z } from '@hono/zod-openapi';
import { feedbackSchema } from '../../protocol/manage/conversation-schema.ts';
import { countedListOf } from '../../protocol/manage/list-schema.ts';
import { countFeedback, listFeedback } from '../../store/feedback.ts';
import { fileFilter, listResponse } from '../list-answer.ts';
import { answerOf } from './answer-of.ts';
import { iso, rangeFilter } from '../page-filter.ts';
import type { Route } from '../route.ts';

const filter = fileFilter.extend(rangeFilter.shape).extend({
  helpful: z.enum(['true', 'false']).optional(),
});

const listAnswer = answerOf(countedListOf(feedbackSchema), 'Newest first; with `format=csv` one row each.');

/** What readers said of answers. */
export const feedbackRoute: Route<undefined, 'project', z.infer<typeof filter>> = {
  method: 'get',
  path: '/manage/v1/projects/{projectId}/feedback',
  summary: 'List feedback',
  tag: 'Conversations',
  key: 'admin',
  filter,
  success: listAnswer,
  async handle({
    deps,
    admission: { project },
    filter: { dateFrom, dateTo, helpful: wanted, ...page },
    headers,
  }) {
    const helpful = wanted === undefined ? undefined : wanted === 'true';
    const by = { projectId: project.id, from: dateFrom, to: dateTo, helpful };
    return listResponse(
      { answer: listAnswer, filter: page, headers },
      {
        read: async (asked) => ({
          ...(await listFeedback(deps.store, by, asked)),
          total: asked.total ?? (await countFeedback(deps.store, by)),
        }),
        show: ({ projectId: _, currentPath: __, createdAt, ...entry }) => {
          return { ...entry, createdAt: iso(createdAt) };
        },
        file: 'feedback',
        columns: ['id', 'threadId', 'messageId', 'helpful', 'comment', 'question', 'answer', 'createdAt'],
      },
    );
  },
};
