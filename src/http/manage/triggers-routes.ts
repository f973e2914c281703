import type { z } from 'zod';
import { listOf } from '../../protocol/manage/list-schema.ts';
import { triggerSchema } from '../../protocol/manage/trigger-schema.ts';
import { pageOfTriggers } from '../../store/triggers.ts';
import { fromCursor, iso, pageFilter, toCursor } from '../page-filter.ts';
import type { Route } from '../route.ts';
import { answerOf } from './answer-of.ts';

const listAnswer = answerOf(listOf(triggerSchema), 'Newest first.');

const listRoute: Route<undefined, 'project', z.infer<typeof pageFilter>> = {
  method: 'get',
  path: '/manage/v1/projects/{projectId}/triggers',
  summary: 'List the events that may start jobs, with their outcomes',
  tag: 'Agent',
  key: 'admin',
  filter: pageFilter,
  success: listAnswer,
  async handle({ deps, admission: { project }, filter: { limit, cursor }, headers }) {
    const { rows, next } = await pageOfTriggers(deps.store, project.id, { limit, after: fromCursor(cursor) });
    const items = rows.map(({ id, kind, subject, outcome, reason, jobId, createdAt }) => {
      return { id, kind, subject, outcome, reason, jobId, createdAt: iso(createdAt) };
    });
    return listAnswer.json({ items, nextCursor: toCursor(next) }, headers);
  },
};

export const triggerRoutes = [listRoute];
