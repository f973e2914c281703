import type { z } from '@hono/zod-openapi';
import { serverOrganizationSchema } from '../../protocol/manage/organization-schema.ts';
import { pageOfOrganizations } from '../../store/organizations.ts';
import { fromCursor, iso, pageFilter, toCursor } from '../page-filter.ts';
import { listOf } from '../../protocol/manage/list-schema.ts';
import type { Route } from '../route.ts';
import { answerOf } from './answer-of.ts';

const operatorAnswer = answerOf(listOf(serverOrganizationSchema), 'Oldest first.');

/** The operators' view of all organizations. */
export const operatorRoute: Route<undefined, 'person', z.infer<typeof pageFilter>> = {
  method: 'get',
  path: '/manage/v1/operator/organizations',
  summary: 'List all organizations of the server with their grants',
  tag: 'Organizations',
  scope: 'person',
  key: 'admin',
  operator: true,
  filter: pageFilter,
  success: operatorAnswer,
  async handle({ deps, filter: { limit, cursor }, headers }) {
    const { rows, next } = await pageOfOrganizations(deps.store, { limit, after: fromCursor(cursor) });
    const items = rows.map((organization) => ({ ...organization, createdAt: iso(organization.createdAt) }));
    return operatorAnswer.json({ items, nextCursor: toCursor(next) }, headers);
  },
};
