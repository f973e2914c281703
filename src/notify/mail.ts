import type { Message } from './message.ts';

/** Sends mail. @throws Error the mail server's error */
export type SendMail = (to: string, message: Message) => Promise<void>;

const timeMs = 20_000;

/** @param url `smtp://` or `smtps://`, with user and password if the server requires them */
export function createMailer(url: string, from: string): SendMail {
  // Loaded at the first mail: a server is to start fast.
  const open = async () =>
    (await import('nodemailer')).createTransport(
      { url, connectionTimeout: timeMs, greetingTimeout: timeMs, socketTimeout: timeMs },
      { from },
    );
  let transport: ReturnType<typeof open> | undefined;
  return async (to, { subject, text, url }) => {
    transport ??= open();
    await (await transport).sendMail({ to: { name: '', address: to }, subject, text: `${text}\n\n${url}\n` });
  };
}
