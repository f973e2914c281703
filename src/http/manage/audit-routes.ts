import { z } from '@hono/zod-openapi';
import { type AuditEntry, listAuditEntries } from '../../store/audit.ts';
import { fromCursor, iso, listOf, pageFilter, rangeFilter, toCursor } from '../paging.ts';
import { json } from '../respond.ts';
import type { Route } from '../route.ts';
import { answerOf } from './request.ts';

const entrySchema = z
  .object({
    id: z.string(),
    createdAt: z.string(),
    actor: z.object({
      kind: z.enum(['user', 'key', 'system']),
      id: z.string().nullable(),
      name: z.string(),
    }),
    action: z.string(),
    target: z.object({ kind: z.string(), id: z.string(), name: z.string() }).nullable(),
    projectId: z.string().nullable(),
    details: z.record(z.string(), z.unknown()),
    ip: z.string().nullable(),
  })
  .openapi('AuditEntry');

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

export const auditRoute: Route<undefined, 'organization', z.infer<typeof filter>> = {
  method: 'get',
  path: '/manage/v1/organizations/{organization}/audit',
  summary: 'Who changed what',
  tag: 'Organizations',
  scope: 'organization',
  key: 'admin',
  filter,
  success: answerOf(listOf(entrySchema), 'Newest first.'),
  async handle({ deps, admission, filter: { limit, cursor, dateFrom, dateTo, ...by }, headers }) {
    const { rows, next } = await listAuditEntries(
      deps.store,
      { ...by, organizationId: admission.organization.id, from: dateFrom, to: dateTo },
      { limit, after: fromCursor(cursor) },
    );
    return json(200, { items: rows.map(show), nextCursor: toCursor(next) }, headers);
  },
};
