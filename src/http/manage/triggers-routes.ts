import type { z } from 'zod';
import { countedListOf } from '../../protocol/manage/list-schema.ts';
import { triggerSchema } from '../../protocol/manage/trigger-schema.ts';
import { DocentError } from '../../errors.ts';
import { dropTrigger, pageOfTriggers, type Trigger } from '../../store/triggers.ts';
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
        show,
        file: 'triggers',
        columns: ['createdAt', 'kind', 'subject', 'outcome', 'reason', 'jobId'],
      },
    );
  },
};

function show({ id, kind, subject, outcome, reason, jobId, createdAt }: Trigger) {
  return { id, kind, subject, outcome, reason, jobId, createdAt: iso(createdAt) };
}

const dropAnswer = answerOf(triggerSchema, 'The event, which starts no job.');

const dropRoute: Route<undefined> = {
  method: 'post',
  path: '/manage/v1/projects/{projectId}/triggers/{triggerId}/drop',
  summary: 'Drop an event that waits, so that it starts no job',
  tag: 'Agent',
  key: 'admin',
  action: 'trigger.drop',
  success: dropAnswer,
  async handle({ admission: { project }, param, headers, note, change }) {
    const id = param('triggerId');
    note({ target: { kind: 'trigger', id, name: '' } });
    const dropped = await change((store) => dropTrigger(store, { projectId: project.id, id }));
    if (dropped === undefined) throw new DocentError('not_found', 'There is no such event that waits.');
    return dropAnswer.json(show(dropped), headers);
  },
};

export const triggerRoutes = [listRoute, dropRoute];
