import { z } from '@hono/zod-openapi';
import { listOf } from '../../protocol/manage/list-schema.ts';
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
import { listRoute } from '../list-answer.ts';
import { iso } from '../page-filter.ts';
import { answerOf, bodyOf, route } from '../json-route.ts';

const shared = { tag: 'Agent', key: 'admin' } as const;
const path = '/manage/v1/projects/{projectId}/triggers';

const getAll = listRoute({
  ...shared,
  path,
  summary: 'List the events that may start jobs, with their outcomes',
  item: triggerSchema,
  order: 'Newest first',
  read: ({ deps, admission: { project } }, page) => pageOfTriggers(deps.store, project.id, page),
  show,
  file: 'triggers',
  columns: ['createdAt', 'kind', 'subject', 'outcome', 'reason', 'jobId'],
});

function show({ id, kind, subject, outcome, reason, jobId, createdAt }: Trigger) {
  return { id, kind, subject, outcome, reason, jobId, createdAt: iso(createdAt) };
}

const waitingRoute = route({
  ...shared,
  method: 'get',
  path: `${path}/waiting`,
  summary: 'List the events that wait to start jobs, in their order',
  success: answerOf(listOf(triggerSchema), 'In the order in which they start jobs, at most 200.'),
  async handle({ deps, admission: { project } }) {
    const waiting = await listWaiting(deps.store, { projectId: project.id }, 200);
    return { items: waiting.map(show), nextCursor: null };
  },
});

const dropRoute = route({
  ...shared,
  method: 'post',
  path: `${path}/{triggerId}/drop`,
  summary: 'Drop a waiting event, so it starts no job',
  action: 'trigger.drop',
  success: answerOf(triggerSchema, 'The event, which starts no job.'),
  async handle({ admission: { project }, param, note, change }) {
    const id = param('triggerId');
    note({ target: { kind: 'trigger', id, name: '' } });
    const dropped = await change((store) => dropTrigger(store, { projectId: project.id, id }));
    if (dropped === undefined) throw new DocentError('not_found', 'There is no such event that waits.');
    return show(dropped);
  },
});

const moveBody = z
  .object({ place: z.enum(['first', 'up', 'down']).describe('Before all that wait, or by one place.') })
  .openapi('TriggerMove');

const moveRoute = route({
  ...shared,
  method: 'post',
  path: `${path}/{triggerId}/move`,
  summary: 'Change the order of the events that wait to start jobs',
  body: bodyOf(moveBody),
  action: 'trigger.move',
  success: answerOf(triggerSchema, 'The event, at its new place.'),
  async handle({ admission: { project }, body: { place }, param, note, change }) {
    const id = param('triggerId');
    note({ target: { kind: 'trigger', id, name: '' }, details: { place } });
    const moved = await change(async (store) =>
      (await moveTrigger(store, { projectId: project.id, id }, place)) ? findTrigger(store, id) : undefined,
    );
    if (moved === undefined) throw new DocentError('not_found', 'There is no such event that waits in line.');
    return show(moved);
  },
});

const retryRoute = route({
  ...shared,
  method: 'post',
  path: `${path}/{triggerId}/retry`,
  summary: 'Try an event again that failed or was ignored, or try one now that waits',
  action: 'trigger.retry',
  success: answerOf(triggerSchema, 'The event, which waits again.'),
  async handle({ admission: { project }, param, note, change }) {
    const id = param('triggerId');
    note({ target: { kind: 'trigger', id, name: '' } });
    const tried = await change((store) => retryTrigger(store, { projectId: project.id, id }));
    if (tried === undefined)
      throw new DocentError('not_found', 'There is no such event that has not started a job.');
    return show(tried);
  },
});

export const triggerRoutes = [getAll, waitingRoute, moveRoute, retryRoute, dropRoute];
