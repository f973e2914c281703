import { auditEntrySchema } from '../../protocol/manage/audit-entry-schema.ts';
import { z } from '@hono/zod-openapi';
import { type AuditEntry, listAuditEntries } from '../../store/audit.ts';
import { fileFilter, listResponse } from '../list-answer.ts';
import { iso, rangeFilter } from '../page-filter.ts';
import { countedListOf } from '../../protocol/manage/list-schema.ts';
import type { Route } from '../route.ts';
import { answerOf } from './answer-of.ts';

function show({ id, createdAt, actorKind, actorId, actorName, ...entry }: AuditEntry) {
  const { action, target, projectId, details, ip } = entry;
  const actor = { kind: actorKind, id: actorId, name: actorName };
  return { id, createdAt: iso(createdAt), actor, action, target, projectId, details, ip };
}

const filter = fileFilter.extend(rangeFilter.shape).extend({
  action: z.string().max(100).optional(),
  actor: z.string().max(128).optional(),
  projectId: z.string().max(128).optional(),
});

const auditAnswer = answerOf(
  countedListOf(auditEntrySchema),
  'Newest first; with `format=csv` one row each.',
);

export const auditRoute: Route<undefined, 'organization', z.infer<typeof filter>> = {
  method: 'get',
  path: '/manage/v1/organizations/{organization}/audit',
  summary: 'Who changed what',
  tag: 'Organizations',
  scope: 'organization',
  key: 'admin',
  filter,
  success: auditAnswer,
  async handle({
    deps,
    admission,
    filter: { dateFrom, dateTo, action, actor, projectId, ...filter },
    headers,
  }) {
    const { id: organizationId } = admission.organization;
    const by = { action, actor, projectId, organizationId, from: dateFrom, to: dateTo };
    return listResponse(
      { answer: auditAnswer, filter, headers },
      {
        read: (page) => listAuditEntries(deps.store, by, page),
        show,
        file: 'audit',
        columns: ['createdAt', 'actor', 'action', 'target', 'projectId', 'ip', 'details'],
      },
    );
  },
};
