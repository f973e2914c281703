import { auditEntrySchema } from '../../protocol/manage/audit-entry-schema.ts';
import { z } from '@hono/zod-openapi';
import { type AuditEntry, listAuditEntries } from '../../store/audit.ts';
import { fileFilter, listRoute } from '../list-answer.ts';
import { iso, rangeFilter } from '../page-filter.ts';

function show({ id, createdAt, actorKind, actorId, actorName, ...entry }: AuditEntry) {
  const { action, target, projectId, details, ip } = entry;
  const actor = { kind: actorKind, id: actorId, name: actorName };
  return { id, createdAt: iso(createdAt), actor, action, target, projectId, details, ip };
}

export const auditRoute = listRoute({
  path: '/manage/v1/organizations/{organization}/audit',
  summary: 'Who changed what',
  tag: 'Organizations',
  scope: 'organization',
  key: 'admin',
  filter: fileFilter.extend(rangeFilter.shape).extend({
    action: z.string().max(100).optional(),
    actor: z.string().max(128).optional(),
    projectId: z.string().max(128).optional(),
  }),
  item: auditEntrySchema,
  order: 'Newest first',
  read({ deps, admission, filter: { dateFrom: from, dateTo: to, action, actor, projectId } }, page) {
    const by = { action, actor, projectId, organizationId: admission.organization.id, from, to };
    return listAuditEntries(deps.store, by, page);
  },
  show,
  file: 'audit',
  columns: ['createdAt', 'actor', 'action', 'target', 'projectId', 'ip', 'details'],
});
