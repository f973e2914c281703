import { memberSchema } from '../../protocol/manage/member-schema.ts';
import { z } from '@hono/zod-openapi';
import { changeRole, removeMember } from '../../accounts/manage-members.ts';
import { requireRole } from '../../accounts/role.ts';
import { fileFilter, listResponse } from '../list-answer.ts';
import { iso } from '../page-filter.ts';
import { countedListOf } from '../../protocol/manage/list-schema.ts';
import type { Route } from '../route.ts';
import { answerOf, bodyOf, done, noContent } from './answer-of.ts';
import { roleText } from '../../protocol/manage/shared-fields.ts';
import { countMembers, listMembers, type Member } from '../../store/members.ts';

function show(member: Member) {
  return { ...member, createdAt: iso(member.createdAt), lastSeenAt: iso(member.lastSeenAt) };
}

const shared = { tag: 'Members', scope: 'organization', key: 'admin' } as const;
const path = '/manage/v1/organizations/{organization}/members';

const listAnswer = answerOf(countedListOf(memberSchema), 'Oldest first; with `format=csv` one row each.');

const listRoute: Route<undefined, 'organization', z.infer<typeof fileFilter>> = {
  ...shared,
  method: 'get',
  path,
  summary: 'List members',
  filter: fileFilter,
  success: listAnswer,
  async handle({ deps, admission, filter, headers }) {
    const { id } = admission.organization;
    return listResponse(
      { answer: listAnswer, filter, headers },
      {
        read: async (page) => ({
          ...(await listMembers(deps.store, id, page)),
          total: page.total ?? (await countMembers(deps.store, id)),
        }),
        show,
        file: 'members',
        columns: ['name', 'email', 'role', 'createdAt', 'lastSeenAt'],
      },
    );
  },
};

const memberChanges = z.object({ role: roleText }).openapi('MemberChanges');

const changeAnswer = answerOf(memberSchema, 'The changed member.');

const changeRoute: Route<z.infer<typeof memberChanges>, 'organization'> = {
  ...shared,
  method: 'patch',
  path: `${path}/{userId}`,
  summary: 'Change a member’s role',
  role: 'owner',
  body: bodyOf(memberChanges),
  action: 'member.update',
  success: changeAnswer,
  errors: ['conflict'],
  async handle({ admission, body, param, headers, note, change }) {
    const by = { organizationId: admission.organization.id, userId: param('userId') };
    const member = await change(async (store) => {
      const { before, member } = await changeRole(store, by, body.role);
      note({ target: targetOf(member), details: { before: { role: before }, after: { role: body.role } } });
      return member;
    });
    return changeAnswer.json(show(member), headers);
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
