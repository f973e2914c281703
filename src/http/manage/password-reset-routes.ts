import { z } from '@hono/zod-openapi';
import { requestPasswordReset, resetPassword } from '../../accounts/password-reset.ts';
import { checkNewPassword, hashPassword } from '../../accounts/password.ts';
import { DocentError } from '../../errors.ts';
import { bodyOf, route } from '../json-route.ts';
import { countSignIn, notesFor } from './session-routes.ts';

const shared = { method: 'post', tag: 'Sign-in', scope: 'anyone', key: 'none', limit: 'sign-in' } as const;

const resetRequest = z.object({ email: z.string().max(254) }).openapi('PasswordResetRequest');

const requestRoute = route({
  ...shared,
  path: '/manage/v1/password-reset',
  summary: 'Mail a link to a new password, if somebody has the address',
  body: bodyOf(resetRequest),
  errors: ['not_found', 'rate_limited'],
  async handle({ deps, body: { email }, clientIp }) {
    if (deps.notify.mail === null)
      throw new DocentError(
        'not_found',
        'This server sends no mail. Ask whoever runs it for a new password: `docent users password EMAIL`.',
      );
    await countSignIn(deps, email, clientIp, 'password-reset');
    await requestPasswordReset(deps.store, email);
  },
});

const reset = z
  .object({ token: z.string().min(1).max(200), password: z.string().max(256) })
  .openapi('PasswordReset');

const resetRoute = route({
  ...shared,
  path: '/manage/v1/password-reset/complete',
  summary: 'Set a new password with the link of the mail, which signs the person out everywhere',
  body: bodyOf(reset),
  action: 'user.password',
  errors: ['not_found', 'rate_limited'],
  async handle({ body: { token, password }, note, change }) {
    checkNewPassword(password);
    const hash = await hashPassword(password);
    await change(async (store) => {
      const user = await resetPassword(store, token, hash);
      for (const entry of await notesFor(store, user)) note(entry);
    });
  },
});

export const passwordResetRoutes = [requestRoute, resetRoute];
