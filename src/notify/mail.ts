import { createTransport } from 'nodemailer';
import type { Message } from './message.ts';

/** Sends mail. @throws Error what the mail server answers */
export type SendMail = (to: string, message: Message) => Promise<void>;

const timeMs = 20_000;

/** @param url `smtp://` or `smtps://`, with user and password where the server wants them */
export function createMailer(url: string, from: string): SendMail {
  const transport = createTransport(
    { url, connectionTimeout: timeMs, greetingTimeout: timeMs, socketTimeout: timeMs },
    { from },
  );
  return async (to, { subject, text, url }) => {
    await transport.sendMail({ to: { name: '', address: to }, subject, text: `${text}\n\n${url}\n` });
  };
}
