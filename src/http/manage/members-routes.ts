import { memberSchema } from '../../protocol/manage/member-schema.ts';
import { z } from '@hono/zod-openapi';
import { changeRole, removeMember } from '../../accounts/manage-members.ts';
import { requireRole } from '../../accounts/role.ts';
import { listRoute } from '../list-answer.ts';
import { iso } from '../page-filter.ts';
import { answerOf, bodyOf, route } from '../json-route.ts';
import { roleText } from '../../protocol/manage/shared-fields.ts';
import { countMembers, listMembers, type Member } from '../../store/members.ts';

function show(member: Member) {
  return { ...member, createdAt: iso(member.createdAt), lastSeenAt: iso(member.lastSeenAt) };
}

const shared = { tag: 'Members', scope: 'organization', key: 'admin' } as const;
const path = '/manage/v1/organizations/{organization}/members';

const getAll = listRoute({
  ...shared,
  path,
  summary: 'List members',
  item: memberSchema,
  order: 'Oldest first',
  async read({ deps: { store }, admission }, page) {
    const { id } = admission.organization;
    return { ...(await listMembers(store, id, page)), total: page.total ?? (await countMembers(store, id)) };
  },
  show,
  file: 'members',
  columns: ['name', 'email', 'role', 'createdAt', 'lastSeenAt'],
});

const memberChanges = z.object({ role: roleText }).openapi('MemberChanges');

const changeRoute = route({
  ...shared,
  method: 'patch',
  path: `${path}/{userId}`,
  summary: 'Change a member’s role',
  role: 'owner',
  body: bodyOf(memberChanges),
  action: 'member.update',
  success: answerOf(memberSchema, 'The changed member.'),
  errors: ['conflict'],
  async handle({ admission, body, param, note, change }) {
    const by = { organizationId: admission.organization.id, userId: param('userId') };
    const member = await change(async (store) => {
      const { before, member } = await changeRole(store, by, body.role);
      note({ target: targetOf(member), details: { before: { role: before }, after: { role: body.role } } });
      return member;
    });
    return show(member);
  },
});

const removeRoute = route({
  ...shared,
  method: 'delete',
  path: `${path}/{userId}`,
  summary: 'Remove a member, or leave',
  role: 'viewer',
  action: 'member.remove',
  errors: ['conflict'],
  async handle({ admission, param, note, change }) {
    const by = { organizationId: admission.organization.id, userId: param('userId') };
    if (admission.actor.id !== by.userId) requireRole(admission.role, 'owner');
    await change(async (store) => note({ target: targetOf(await removeMember(store, by)) }));
  },
});

function targetOf({ userId, name }: Member) {
  return { kind: 'member', id: userId, name };
}

export const memberRoutes = [getAll, changeRoute, removeRoute];
