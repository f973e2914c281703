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
import { fileFilter, listResponse } from '../list-answer.ts';
import { iso } from '../page-filter.ts';
import { countedListOf } from '../../protocol/manage/list-schema.ts';
import type { Route } from '../route.ts';
import { pageUrl } from './page-url.ts';
import { answerOf, bodyOf, done, noContent } from './answer-of.ts';
import { emailText, nameText, roleText } from '../../protocol/manage/shared-fields.ts';
import { countSignIn, openSession, showSession } from './session-routes.ts';
import { sessionSchema } from '../../protocol/manage/session-schema.ts';
import { type Invitation, listInvitations } from '../../store/invitations.ts';

const token = z.string().min(1).max(200);
const readBody = z.object({ token }).openapi('InvitationLink');
const readAnswer = answerOf(openInvitationSchema, 'What accepting would do.');

const readRoute: Route<z.infer<typeof readBody>, 'anyone'> = {
  method: 'post',
  path: '/manage/v1/invitation/read',
  summary: 'Get the invitation of a link',
  tag: 'Sign-in',
  scope: 'anyone',
  key: 'none',
  body: bodyOf(readBody),
  success: readAnswer,
  async handle({ deps, body, headers }) {
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
    return readAnswer.json(shown, headers);
  },
};

const acceptBody = z
  .object({
    token,
    name: nameText.optional(),
    email: emailText.optional(),
    password: z.string().optional(),
  })
  .openapi('Acceptance');

const acceptAnswer = answerOf(sessionSchema, 'A member, signed in.', 201);

const acceptRoute: Route<z.infer<typeof acceptBody>, 'anyone'> = {
  method: 'post',
  path: '/manage/v1/invitation/accept',
  summary: 'Accept an invitation, or set the server up',
  tag: 'Sign-in',
  scope: 'anyone',
  key: 'none',
  body: bodyOf(acceptBody),
  limit: 'sign-in',
  action: 'session.sign-in',
  success: acceptAnswer,
  errors: ['wrong_credentials', 'conflict'],
  async handle(call) {
    const { deps, body, admission, headers, note, change } = call;
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
    return acceptAnswer.json(await showSession(deps, user), headers);
  },
};

function show({ id, email, role, invitedBy, createdAt, expiresAt }: Invitation) {
  return { id, email: email!, role, invitedBy, createdAt: iso(createdAt), expiresAt: iso(expiresAt) };
}

const shared = { tag: 'Members', scope: 'organization', key: 'admin' } as const;

const listAnswer = answerOf(countedListOf(invitationSchema), 'Newest first; with `format=csv` one row each.');

const listRoute: Route<undefined, 'organization', z.infer<typeof fileFilter>> = {
  ...shared,
  method: 'get',
  path: '/manage/v1/organizations/{organization}/invitations',
  summary: 'List open invitations',
  role: 'admin',
  filter: fileFilter,
  success: listAnswer,
  async handle({ deps: { store }, admission: { organization }, filter, headers }) {
    const now = await store.now();
    return listResponse(
      { answer: listAnswer, filter, headers },
      {
        read: (page) => listInvitations(store, organization.id, now, page),
        show,
        file: 'invitations',
        columns: ['email', 'role', 'invitedBy', 'createdAt', 'expiresAt'],
      },
    );
  },
};

const newInvitation = z.object({ email: emailText, role: roleText }).openapi('NewInvitation');

const inviteAnswer = answerOf(
  invitationSchema.extend({ link: z.string().describe('Shown this once.') }),
  'The invitation with its link.',
  201,
);

const inviteRoute: Route<z.infer<typeof newInvitation>, 'organization'> = {
  ...shared,
  method: 'post',
  path: '/manage/v1/organizations/{organization}/invitations',
  summary: 'Invite somebody by a link',
  body: bodyOf(newInvitation),
  action: 'invitation.create',
  success: inviteAnswer,
  async handle({
    deps,
    admission: { organization, actor, role, key },
    body,
    headers,
    note,
    change,
    request,
  }) {
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
    return inviteAnswer.json({ ...show(invitation), link }, headers);
  },
};

const revokeRoute: Route<undefined, 'organization'> = {
  ...shared,
  method: 'delete',
  path: '/manage/v1/organizations/{organization}/invitations/{invitationId}',
  summary: 'Take an invitation back',
  action: 'invitation.revoke',
  success: noContent,
  async handle({ admission: { organization }, param, headers, note, change }) {
    const by = { organizationId: organization.id, id: param('invitationId') };
    await change(async (store) => {
      const { id, email } = await revokeInvitation(store, by);
      note({ target: { kind: 'invitation', id, name: email ?? '' } });
    });
    return done(headers);
  },
};

export const invitationRoutes = [readRoute, acceptRoute, listRoute, inviteRoute, revokeRoute];
