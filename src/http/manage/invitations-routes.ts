import {
  type InvitationRead,
  openInvitationSchema,
  invitationSchema,
} from '../../protocol/manage/invitation-schema.ts';
import { z } from '@hono/zod-openapi';
import {
  acceptInvitation,
  checkAcceptance,
  invite,
  readInvitation,
  revokeInvitation,
} from '../../accounts/invitation.ts';
import { requireRole } from '../../accounts/role.ts';
import { DocentError } from '../../errors.ts';
import { listRoute } from '../list-answer.ts';
import { iso } from '../page-filter.ts';
import { pageUrl } from './page-url.ts';
import { answerOf, bodyOf, route } from '../json-route.ts';
import { emailText, nameText, roleText } from '../../protocol/manage/shared-fields.ts';
import { countSignIn, openSession, showSession } from './session-routes.ts';
import { sessionSchema } from '../../protocol/manage/session-schema.ts';
import { type Invitation, listInvitations } from '../../store/invitations.ts';

const ofLink = { method: 'post', tag: 'Sign-in', scope: 'anyone', key: 'none' } as const;

const token = z.string().min(1).max(200);
const readBody = z.object({ token }).openapi('InvitationLink');
const readRoute = route({
  ...ofLink,
  path: '/manage/v1/invitation/read',
  summary: 'Get the invitation of a link',
  body: bodyOf(readBody),
  success: answerOf(openInvitationSchema, 'What accepting would do.'),
  async handle({ deps, body }) {
    const { invitation, organization, knownUser } = await readInvitation(deps.store, body.token);
    const { email, role, expiresAt } = invitation;
    const { name, slug } = organization;
    const kind = email === null ? 'setup' : 'invitation';
    const shown: InvitationRead = {
      kind,
      organization: { name, slug },
      role,
      email,
      knownUser,
      expiresAt: iso(expiresAt),
    };
    return shown;
  },
});

const acceptBody = z
  .object({
    token,
    name: nameText.optional(),
    email: emailText.optional(),
    password: z.string().optional(),
  })
  .openapi('Acceptance');

const acceptRoute = route({
  ...ofLink,
  path: '/manage/v1/invitation/accept',
  summary: 'Accept an invitation, or set the server up',
  body: bodyOf(acceptBody),
  limit: 'sign-in',
  action: 'session.sign-in',
  success: answerOf(sessionSchema, 'A member, signed in.', 201),
  errors: ['wrong_credentials', 'conflict'],
  async handle(call) {
    const { deps, body, admission, note, change } = call;
    const signedIn = admission.signedIn?.user ?? null;
    const { email } = (await readInvitation(deps.store, body.token)).invitation;
    if (email !== null) await countSignIn(deps, email, call.clientIp);
    const ready = await checkAcceptance(deps.store, { ...body, signedIn });
    const user = await change(async (store) => {
      const { invitation, organization, user } = await acceptInvitation(store, ready);
      note({
        action: 'member.join',
        organizationId: organization.id,
        actor: { kind: 'user', id: user.id, name: user.name },
        details: { role: invitation.role, invitedBy: invitation.invitedBy },
      });
      if (signedIn?.id !== user.id) await openSession(call, store, user);
      return user;
    });
    return showSession(deps, user);
  },
});

function show({ id, email, role, invitedBy, createdAt, expiresAt }: Invitation) {
  return { id, email: email!, role, invitedBy, createdAt: iso(createdAt), expiresAt: iso(expiresAt) };
}

const shared = { tag: 'Members', scope: 'organization', key: 'admin' } as const;
const path = '/manage/v1/organizations/{organization}/invitations';

const getAll = listRoute({
  ...shared,
  path,
  summary: 'List open invitations',
  role: 'admin',
  item: invitationSchema,
  order: 'Newest first',
  read: async ({ deps: { store }, admission }, page) =>
    listInvitations(store, admission.organization.id, await store.now(), page),
  show,
  file: 'invitations',
  columns: ['email', 'role', 'invitedBy', 'createdAt', 'expiresAt'],
});

const newInvitation = z.object({ email: emailText, role: roleText }).openapi('NewInvitation');

const inviteRoute = route({
  ...shared,
  method: 'post',
  path,
  summary: 'Invite somebody by a link',
  body: bodyOf(newInvitation),
  action: 'invitation.create',
  success: answerOf(
    invitationSchema.extend({ link: z.string().describe('Shown this once.') }),
    'The invitation with its link.',
    201,
  ),
  async handle({ deps, admission: { organization, actor, role, key }, body, note, change, request }) {
    if (key !== undefined)
      throw new DocentError(
        'insufficient_role',
        'Only a signed-in person can invite people. Sign in instead of using a key.',
      );
    if (body.role === 'owner') requireRole(role, 'owner');
    const { invitation, token } = await change(async (store) => {
      const by = { organizationId: organization.id, invitedBy: actor.name };
      const made = await invite(store, { ...body, ...by });
      const { id, email } = made.invitation;
      note({ target: { kind: 'invitation', id, name: email! }, details: { role: body.role } });
      return made;
    });
    const link = pageUrl(deps, request, `/invite#${token}`);
    return { ...show(invitation), link };
  },
});

const revokeRoute = route({
  ...shared,
  method: 'delete',
  path: `${path}/{invitationId}`,
  summary: 'Take an invitation back',
  action: 'invitation.revoke',
  async handle({ admission: { organization }, param, note, change }) {
    const by = { organizationId: organization.id, id: param('invitationId') };
    await change(async (store) => {
      const { id, email } = await revokeInvitation(store, by);
      note({ target: { kind: 'invitation', id, name: email ?? '' } });
    });
  },
});

export const invitationRoutes = [readRoute, acceptRoute, getAll, inviteRoute, revokeRoute];
