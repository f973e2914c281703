import { newPasswordReset, passwordResetWork } from '../accounts/password-reset.ts';
import { findUser } from '../store/users.ts';
import type { WorkKind } from '../work/work-kind.ts';
import type { NotifyDeps } from './notify.ts';

/** Mails people a link to a new password. Nobody has a token before the mail does. */
export function resetMailKind({ store, mail, dashboard }: NotifyDeps): WorkKind {
  return {
    name: passwordResetWork,
    maxAtOnce: 4,
    retryAfterMs: [5_000, 60_000, 300_000],
    async handle({ input }) {
      const { email } = input as { email: string };
      const user = await findUser(store, { email });
      if (mail === null || user === undefined) return;
      // The address is this server's own: the host of a request is whatever its sender wrote.
      const at = dashboard();
      const subject = 'Reset your Docent password';
      const lines = ['Somebody asked for a new password for your account on', at, ''];
      if (user.passwordHash === null) {
        const text = [...lines, 'Your account has no password: sign in with your identity provider.'].join(
          '\n',
        );
        return mail(email, { subject, text, url: `${at}/sign-in` });
      }
      const text = [
        ...lines,
        'If it was you, choose one with the link below. It works once, for an hour.',
        'If it was not, ignore this mail: your password stays as it is.',
      ].join('\n');
      const token = await newPasswordReset(store, user.id);
      return mail(email, { subject, text, url: `${at}/sign-in/new-password#${token}` });
    },
  };
}
