import { z } from '@hono/zod-openapi';
import { countedListOf, listOf } from '../../protocol/manage/list-schema.ts';
import { triggerSchema } from '../../protocol/manage/trigger-schema.ts';
import { DocentError } from '../../errors.ts';
import {
  dropTrigger,
  findTrigger,
  listWaiting,
  moveTrigger,
  pageOfTriggers,
  retryTrigger,
  type Trigger,
} from '../../store/triggers.ts';
import { fileFilter, listResponse } from '../list-answer.ts';
import { iso } from '../page-filter.ts';
import type { Route } from '../route.ts';
import { answerOf, bodyOf } from './answer-of.ts';

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

const waitingAnswer = answerOf(listOf(triggerSchema), 'In the order in which they start jobs, at most 200.');

const waitingRoute: Route<undefined> = {
  method: 'get',
  path: '/manage/v1/projects/{projectId}/triggers/waiting',
  summary: 'List the events that wait to start jobs, in their order',
  tag: 'Agent',
  key: 'admin',
  success: waitingAnswer,
  async handle({ deps, admission: { project }, headers }) {
    const waiting = await listWaiting(deps.store, { projectId: project.id }, 200);
    return waitingAnswer.json({ items: waiting.map(show), nextCursor: null }, headers);
  },
};

const dropAnswer = answerOf(triggerSchema, 'The event, which starts no job.');

const dropRoute: Route<undefined> = {
  method: 'post',
  path: '/manage/v1/projects/{projectId}/triggers/{triggerId}/drop',
  summary: 'Drop a waiting event, so it starts no job',
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

const moveBody = z
  .object({ place: z.enum(['first', 'up', 'down']).describe('Before all that wait, or by one place.') })
  .openapi('TriggerMove');

const moveAnswer = answerOf(triggerSchema, 'The event, at its new place.');

const moveRoute: Route<z.infer<typeof moveBody>> = {
  method: 'post',
  path: '/manage/v1/projects/{projectId}/triggers/{triggerId}/move',
  summary: 'Change the order of the events that wait to start jobs',
  tag: 'Agent',
  key: 'admin',
  body: bodyOf(moveBody),
  action: 'trigger.move',
  success: moveAnswer,
  async handle({ admission: { project }, body: { place }, param, headers, note, change }) {
    const id = param('triggerId');
    note({ target: { kind: 'trigger', id, name: '' }, details: { place } });
    const moved = await change(async (store) =>
      (await moveTrigger(store, { projectId: project.id, id }, place)) ? findTrigger(store, id) : undefined,
    );
    if (moved === undefined) throw new DocentError('not_found', 'There is no such event that waits in line.');
    return moveAnswer.json(show(moved), headers);
  },
};

const retryAnswer = answerOf(triggerSchema, 'The event, which waits again.');

const retryRoute: Route<undefined> = {
  method: 'post',
  path: '/manage/v1/projects/{projectId}/triggers/{triggerId}/retry',
  summary: 'Try an event again that failed or was ignored, or try one now that waits',
  tag: 'Agent',
  key: 'admin',
  action: 'trigger.retry',
  success: retryAnswer,
  async handle({ admission: { project }, param, headers, note, change }) {
    const id = param('triggerId');
    note({ target: { kind: 'trigger', id, name: '' } });
    const tried = await change((store) => retryTrigger(store, { projectId: project.id, id }));
    if (tried === undefined)
      throw new DocentError('not_found', 'There is no such event that has not started a job.');
    return retryAnswer.json(show(tried), headers);
  },
};

export const triggerRoutes = [listRoute, waitingRoute, moveRoute, retryRoute, dropRoute];
