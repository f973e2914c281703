import type { Transporter } from 'nodemailer';
import { proxyFor } from '../lib/outgoing.ts';
import type { Message } from './message.ts';

/** Sends mail. @throws Error the mail server's error */
export type SendMail = (to: string, message: Omit<Message, 'type'>) => Promise<void>;

const timeMs = 20_000;

/** @param url `smtp://` or `smtps://`, with user and password if the server requires them */
export function createMailer(url: string, from: string): SendMail {
  let transport: Transporter | undefined;
  return async (to, { subject, text, url: link }) => {
    // Loaded at the first mail: a server is to start fast.
    const { createTransport } = await import('nodemailer');
    const limits = { connectionTimeout: timeMs, greetingTimeout: timeMs, socketTimeout: timeMs };
    const proxy = proxyFor(new URL(url));
    transport ??= createTransport({ url, ...limits, ...(proxy !== null && { proxy }) }, { from });
    await transport.sendMail({ to: { name: '', address: to }, subject, text: `${text}\n\n${link}\n` });
  };
}
