import type { z } from 'zod';
import { countedListOf } from '../../protocol/manage/list-schema.ts';
import { triggerSchema } from '../../protocol/manage/trigger-schema.ts';
import { pageOfTriggers } from '../../store/triggers.ts';
import { fileFilter, listResponse } from '../list-answer.ts';
import { iso } from '../page-filter.ts';
import type { Route } from '../route.ts';
import { answerOf } from './answer-of.ts';

const listAnswer = answerOf(countedListOf(triggerSchema), 'Newest first; with `format=csv` one row each.');

const listRoute: Route<undefined, 'project', z.infer<typeof fileFilter>> = {
  method: 'get',
  path: '/manage/v1/projects/{projectId}/triggers',
  summary: 'List the events that may start jobs, with their outcomes',
  tag: 'Agent',
  key: 'admin',
  filter: fileFilter,
  success: listAnswer,
  async handle({ deps, admission: { project }, filter, headers }) {
    return listResponse(
      { answer: listAnswer, filter, headers },
      {
        read: (page) => pageOfTriggers(deps.store, project.id, page),
        show: ({ id, kind, subject, outcome, reason, jobId, createdAt }) => {
          return { id, kind, subject, outcome, reason, jobId, createdAt: iso(createdAt) };
        },
        file: 'triggers',
        columns: ['createdAt', 'kind', 'subject', 'outcome', 'reason', 'jobId'],
      },
    );
  },
};

export const triggerRoutes = [listRoute];
