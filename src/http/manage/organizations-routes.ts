import { scrubDeleted } from '../../store/retention.ts';
import { organizationSchema } from '../../protocol/manage/organization-schema.ts';
import { z } from '@hono/zod-openapi';
import type { Membership } from '../../store/members.ts';
import { removeProjectFiles } from '../../deployments/remove-project-files.ts';
import { createOrganization, removeOrganization } from '../../accounts/manage-organizations.ts';
import { listRoute } from '../list-answer.ts';
import { iso } from '../page-filter.ts';
import { answerOf, bodyOf, route } from '../json-route.ts';
import { nameText } from '../../protocol/manage/shared-fields.ts';
import { requireSession } from './session-routes.ts';
import { renameOrganization } from '../../store/organizations.ts';
import { listProjects } from '../../store/projects.ts';
import { type CountedPage, type PageRequest, toPage } from '../../store/paging.ts';

function show({ organization: { id, slug, name, createdAt }, role }: Membership) {
  return { id, slug, name, role, createdAt: iso(createdAt) };
}

const shared = { tag: 'Organizations', key: 'admin' } as const;
const all = { ...shared, scope: 'person', path: '/manage/v1/organizations' } as const;
const one = { ...shared, scope: 'organization', path: '/manage/v1/organizations/{organization}' } as const;

const getAll = listRoute({
  ...all,
  summary: 'List the caller’s organizations',
  item: organizationSchema,
  order: 'Oldest first',
  read: async ({ admission: { memberships } }, page) => pageOf(memberships, page),
  show,
  file: 'organizations',
  columns: ['id', 'slug', 'name', 'role', 'createdAt'],
});

/** One page of all of the caller's organizations, which are in order. */
function pageOf(memberships: Membership[], { limit, after }: PageRequest): CountedPage<Membership> {
  const rest = memberships.filter(
    ({ organization: { id, createdAt } }) =>
      after === undefined || createdAt > after.at || (createdAt === after.at && id > after.id),
  );
  const shown = toPage(rest, limit, ({ organization: { id, createdAt } }) => ({ at: createdAt, id }));
  return { ...shown, total: memberships.length };
}

const newOrganization = z
  .object({ name: nameText, slug: z.string().max(63).optional() })
  .openapi('NewOrganization');

const createRoute = route({
  ...all,
  method: 'post',
  summary: 'Create an organization; the operator is its first owner',
  operator: true,
  body: bodyOf(newOrganization),
  action: 'organization.create',
  success: answerOf(organizationSchema, 'The new organization.', 201),
  errors: ['conflict'],
  async handle({ admission, body, note, change }) {
    const { user } = requireSession(admission);
    const slug = body.slug ?? slugOf(body.name);
    const organization = await change(async (store) => {
      const made = await createOrganization(store, { name: body.name, slug, ownerId: user.id });
      note({ organizationId: made.id, target: targetOf(made) });
      return made;
    });
    return show({ organization, role: 'owner' });
  },
});

const getRoute = route({
  ...one,
  method: 'get',
  summary: 'Get an organization',
  success: answerOf(organizationSchema, 'The organization.'),
  handle: async ({ admission }) => show(admission),
});

const organizationChanges = z.object({ name: nameText.optional() }).openapi('OrganizationChanges');

const changeRoute = route({
  ...one,
  method: 'patch',
  summary: 'Rename an organization',
  role: 'owner',
  body: bodyOf(organizationChanges),
  action: 'organization.update',
  success: answerOf(organizationSchema, 'The changed organization.'),
  async handle({ admission, body, note, change }) {
    const { organization, role } = admission;
    const name = body.name ?? organization.name;
    note({
      target: targetOf(organization),
      details: { before: { name: organization.name }, after: { name } },
    });
    await change((store) => renameOrganization(store, organization.id, name));
    return show({ organization: { ...organization, name }, role });
  },
});

const confirmation = z
  .object({ name: z.string().describe('Its name, to confirm.') })
  .openapi('OrganizationDeletion');

const deleteRoute = route({
  ...one,
  method: 'delete',
  summary: 'Delete an organization with everything that belongs to it',
  role: 'owner',
  body: bodyOf(confirmation),
  action: 'organization.delete',
  errors: ['conflict'],
  async handle({ deps, admission, body, note, requestId }) {
    const { organization, actor } = admission;
    const projects = await listProjects(deps.store, organization.id);
    await removeOrganization(deps.store, organization, body.name);
    for (const { id } of projects) await removeProjectFiles(deps, id);
    await scrubDeleted(deps.store);
    note({ organizationId: null });
    deps.log.warn({ requestId, organizationId: organization.id, actorId: actor.id }, 'organization deleted');
  },
});

function targetOf({ id, name }: { id: string; name: string }) {
  return { kind: 'organization', id, name };
}

function slugOf(name: string): string {
  const words =
    name
      .normalize('NFKD')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  return words.join('-').slice(0, 50).replace(/-$/, '') || 'organization';
}

export const organizationRoutes = [getAll, createRoute, getRoute, changeRoute, deleteRoute];
