import { scrubDeleted } from '../../store/retention.ts';
import { organizationSchema } from '../../protocol/manage/organization-schema.ts';
import { z } from '@hono/zod-openapi';
import type { Membership } from '../../store/members.ts';
import { removeProjectFiles } from '../../deployments/remove-project-files.ts';
import { createOrganization, removeOrganization } from '../../accounts/manage-organizations.ts';
import { fileFilter, listResponse } from '../list-answer.ts';
import { iso } from '../page-filter.ts';
import { countedListOf } from '../../protocol/manage/list-schema.ts';
import type { Route } from '../route.ts';
import { answerOf, bodyOf, done, noContent } from './answer-of.ts';
import { nameText } from '../../protocol/manage/shared-fields.ts';
import { requireSession } from './session-routes.ts';
import { renameOrganization } from '../../store/organizations.ts';
import { listProjects } from '../../store/projects.ts';
import { type CountedPage, type PageRequest, toPage } from '../../store/paging.ts';

function show({ organization: { id, slug, name, createdAt }, role }: Membership) {
  return { id, slug, name, role, createdAt: iso(createdAt) };
}

const listAnswer = answerOf(
  countedListOf(organizationSchema),
  'Oldest first; with `format=csv` one row each.',
);

const listRoute: Route<undefined, 'person', z.infer<typeof fileFilter>> = {
  method: 'get',
  path: '/manage/v1/organizations',
  summary: 'List the caller’s organizations',
  tag: 'Organizations',
  scope: 'person',
  key: 'admin',
  filter: fileFilter,
  success: listAnswer,
  handle: ({ admission: { memberships }, filter, headers }) =>
    listResponse(
      { answer: listAnswer, filter, headers },
      {
        read: async (page) => pageOf(memberships, page),
        show,
        file: 'organizations',
        columns: ['id', 'slug', 'name', 'role', 'createdAt'],
      },
    ),
};

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

const createAnswer = answerOf(organizationSchema, 'The new organization.', 201);

const createRoute: Route<z.infer<typeof newOrganization>, 'person'> = {
  method: 'post',
  path: '/manage/v1/organizations',
  summary: 'Create an organization; the operator is its first owner',
  tag: 'Organizations',
  scope: 'person',
  key: 'admin',
  operator: true,
  body: bodyOf(newOrganization),
  action: 'organization.create',
  success: createAnswer,
  errors: ['conflict'],
  async handle({ admission, body, headers, note, change }) {
    const { user } = requireSession(admission);
    const slug = body.slug ?? slugOf(body.name);
    const organization = await change(async (store) => {
      const made = await createOrganization(store, { name: body.name, slug, ownerId: user.id });
      note({ organizationId: made.id, target: targetOf(made) });
      return made;
    });
    return createAnswer.json(show({ organization, role: 'owner' }), headers);
  },
};

const getAnswer = answerOf(organizationSchema, 'The organization.');

const getRoute: Route<undefined, 'organization'> = {
  method: 'get',
  path: '/manage/v1/organizations/{organization}',
  summary: 'Get an organization',
  tag: 'Organizations',
  scope: 'organization',
  key: 'admin',
  success: getAnswer,
  handle: async ({ admission, headers }) => getAnswer.json(show(admission), headers),
};

const organizationChanges = z.object({ name: nameText.optional() }).openapi('OrganizationChanges');

const changeAnswer = answerOf(organizationSchema, 'The changed organization.');

const changeRoute: Route<z.infer<typeof organizationChanges>, 'organization'> = {
  method: 'patch',
  path: '/manage/v1/organizations/{organization}',
  summary: 'Rename an organization',
  tag: 'Organizations',
  scope: 'organization',
  key: 'admin',
  role: 'owner',
  body: bodyOf(organizationChanges),
  action: 'organization.update',
  success: changeAnswer,
  async handle({ admission, body, headers, note, change }) {
    const { organization, role } = admission;
    const name = body.name ?? organization.name;
    note({
      target: targetOf(organization),
      details: { before: { name: organization.name }, after: { name } },
    });
    await change((store) => renameOrganization(store, organization.id, name));
    return changeAnswer.json(show({ organization: { ...organization, name }, role }), headers);
  },
};

const confirmation = z
  .object({ name: z.string().describe('Its name, to confirm.') })
  .openapi('OrganizationDeletion');

const deleteRoute: Route<z.infer<typeof confirmation>, 'organization'> = {
  method: 'delete',
  path: '/manage/v1/organizations/{organization}',
  summary: 'Delete an organization with everything that belongs to it',
  tag: 'Organizations',
  scope: 'organization',
  key: 'admin',
  role: 'owner',
  body: bodyOf(confirmation),
  action: 'organization.delete',
  success: noContent,
  errors: ['conflict'],
  async handle({ deps, admission, body, headers, note, requestId }) {
    const { organization, actor } = admission;
    const projects = await listProjects(deps.store, organization.id);
    await removeOrganization(deps.store, organization, body.name);
    for (const { id } of projects) await removeProjectFiles(deps, id);
    await scrubDeleted(deps.store);
    note({ organizationId: null });
    deps.log.warn({ requestId, organizationId: organization.id, actorId: actor.id }, 'organization deleted');
    return done(headers);
  },
};

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

export const organizationRoutes = [listRoute, createRoute, getRoute, changeRoute, deleteRoute];
