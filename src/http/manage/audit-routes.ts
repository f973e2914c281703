import { auditEntrySchema } from '../../protocol/manage/audit-entry-schema.ts';
import { z } from '@hono/zod-openapi';
import { type AuditEntry, listAuditEntries } from '../../store/audit.ts';
import { fromCursor, iso, pageFilter, rangeFilter, toCursor } from '../page-filter.ts';
import { listOf } from '../../protocol/manage/list-schema.ts';
import type { Route } from '../route.ts';
import { answerOf } from './answer-of.ts';

function show({ id, createdAt, actorKind, actorId, actorName, ...entry }: AuditEntry) {
  const { action, target, projectId, details, ip } = entry;
  const actor = { kind: actorKind, id: actorId, name: actorName };
  return { id, createdAt: iso(createdAt), actor, action, target, projectId, details, ip };
}

const filter = pageFilter.extend(rangeFilter.shape).extend({
  action: z.string().max(100).optional(),
  actor: z.string().max(128).optional(),
  projectId: z.string().max(128).optional(),
});

const auditAnswer = answerOf(listOf(auditEntrySchema), 'Newest first.');

export const auditRoute: Route<undefined, 'organization', z.infer<typeof filter>> = {
  method: 'get',
  path: '/manage/v1/organizations/{organization}/audit',
  summary: 'Who changed what',
  tag: 'Organizations',
  scope: 'organization',
  key: 'admin',
  filter,
  success: auditAnswer,
  async handle({ deps, admission, filter: { limit, cursor, dateFrom, dateTo, ...by }, headers }) {
    const { rows, next } = await listAuditEntries(
      deps.store,
      { ...by, organizationId: admission.organization.id, from: dateFrom, to: dateTo },
      { limit, after: fromCursor(cursor) },
    );
    return auditAnswer.json({ items: rows.map(show), nextCursor: toCursor(next) }, headers);
  },
};
