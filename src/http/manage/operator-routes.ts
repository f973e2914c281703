import type { z } from '@hono/zod-openapi';
import { serverOrganizationSchema } from '../../protocol/manage/organization-schema.ts';
import { pageOfOrganizations } from '../../store/organizations.ts';
import { fileFilter, listResponse } from '../list-answer.ts';
import { iso } from '../page-filter.ts';
import { countedListOf } from '../../protocol/manage/list-schema.ts';
import type { Route } from '../route.ts';
import { answerOf } from './answer-of.ts';

const operatorAnswer = answerOf(
  countedListOf(serverOrganizationSchema),
  'Oldest first; with `format=csv` one row each.',
);

/** The operators' view of all organizations. */
export const operatorRoute: Route<undefined, 'person', z.infer<typeof fileFilter>> = {
  method: 'get',
  path: '/manage/v1/operator/organizations',
  summary: 'List all organizations of the server with their grants',
  tag: 'Organizations',
  scope: 'person',
  key: 'admin',
  operator: true,
  filter: fileFilter,
  success: operatorAnswer,
  handle: ({ deps, filter, headers }) =>
    listResponse(
      { answer: operatorAnswer, filter, headers },
      {
        read: (page) => pageOfOrganizations(deps.store, page),
        show: (organization) => ({ ...organization, createdAt: iso(organization.createdAt) }),
        file: 'organizations',
        columns: ['id', 'slug', 'name', 'plan', 'createdAt'],
      },
    ),
};
