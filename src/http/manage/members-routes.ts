import { z } from '@hono/zod-openapi';
import { changeRole, removeMember } from '../../accounts/members.ts';
import { requireRole } from '../../accounts/role.ts';
import { fromCursor, iso, listOf, pageFilter, toCursor } from '../paging.ts';
import { json } from '../respond.ts';
import type { Route } from '../route.ts';
import { answerOf, bodyOf, done, noContent, roleText } from './request.ts';
import { listMembers, type Member } from '../../store/members.ts';

const memberSchema = z
  .object({
    userId: z.string(),
    email: z.string(),
    name: z.string(),
    role: roleText,
    createdAt: z.string(),
    lastSeenAt: z.string().nullable(),
  })
  .openapi('Member');

function show(member: Member) {
  return { ...member, createdAt: iso(member.createdAt), lastSeenAt: iso(member.lastSeenAt) };
}

const shared = { tag: 'Members', scope: 'organization', key: 'admin' } as const;
const path = '/manage/v1/organizations/{organization}/members';

const listRoute: Route<undefined, 'organization', z.infer<typeof pageFilter>> = {
  ...shared,
  method: 'get',
  path,
  summary: 'List members',
  filter: pageFilter,
  success: answerOf(listOf(memberSchema), 'Oldest first.'),
  async handle({ deps, admission, filter: { limit, cursor }, headers }) {
    const page = { limit, after: fromCursor(cursor) };
    const { rows, next } = await listMembers(deps.store, admission.organization.id, page);
    return json(200, { items: rows.map(show), nextCursor: toCursor(next) }, headers);
  },
};

const memberChanges = z.object({ role: roleText }).openapi('MemberChanges');

const changeRoute: Route<z.infer<typeof memberChanges>, 'organization'> = {
  ...shared,
  method: 'patch',
  path: `${path}/{userId}`,
  summary: 'Change a member’s role',
  role: 'owner',
  body: bodyOf(memberChanges),
  action: 'member.update',
  success: answerOf(memberSchema, 'The changed member.'),
  errors: ['conflict'],
  async handle({ admission, body, param, headers, note, change }) {
    const by = { organizationId: admission.organization.id, userId: param('userId') };
    const member = await change(async (store) => {
      const { before, member } = await changeRole(store, by, body.role);
      note({ target: targetOf(member), details: { before: { role: before }, after: { role: body.role } } });
      return member;
    });
    return json(200, show(member), headers);
  },
};

const removeRoute: Route<undefined, 'organization'> = {
  ...shared,
  method: 'delete',
  path: `${path}/{userId}`,
  summary: 'Remove a member, or leave',
  role: 'viewer',
  action: 'member.remove',
  success: noContent,
  errors: ['conflict'],
  async handle({ admission, param, headers, note, change }) {
    const by = { organizationId: admission.organization.id, userId: param('userId') };
    if (admission.actor.id !== by.userId) requireRole(admission.role, 'owner');
    await change(async (store) => note({ target: targetOf(await removeMember(store, by)) }));
    return done(headers);
  },
};

function targetOf({ userId, name }: Member) {
  return { kind: 'member', id: userId, name };
}

export const memberRoutes = [listRoute, changeRoute, removeRoute];
