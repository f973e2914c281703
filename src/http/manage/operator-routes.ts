import { serverOrganizationSchema } from '../../protocol/manage/organization-schema.ts';
import { pageOfOrganizations } from '../../store/organizations.ts';
import { listRoute } from '../list-answer.ts';
import { iso } from '../page-filter.ts';

/** The operators' view of all organizations. */
export const operatorRoute = listRoute({
  path: '/manage/v1/operator/organizations',
  summary: 'List all organizations of the server with their grants',
  tag: 'Organizations',
  scope: 'person',
  key: 'admin',
  operator: true,
  item: serverOrganizationSchema,
  order: 'Oldest first',
  read: ({ deps }, page) => pageOfOrganizations(deps.store, page),
  show: (organization) => ({ ...organization, createdAt: iso(organization.createdAt) }),
  file: 'organizations',
  columns: ['id', 'slug', 'name', 'plan', 'createdAt'],
});
