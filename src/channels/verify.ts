import { DocentError } from '../errors.ts';
import type { ChannelRequest } from './channel.ts';

const maxAgeMs = 5 * 60_000;

export const headerOf = ({ headers }: Pick<ChannelRequest, 'headers'>, name: string): string =>
  String(headers[name] ?? '');

/** Whether a time of sending, in seconds since 1970, is near enough that nobody can have stored the request. */
export function isRecent(seconds: string, now: number): boolean {
  return /^\d{1,12}$/.test(seconds) && Math.abs(now - Number(seconds) * 1_000) <= maxAgeMs;
}

export function wrongSignature(channel: string): DocentError {
  return new DocentError(
    'invalid_signature',
    `The signature is not one of this project’s ${channel}, or is older than five minutes. Check the channel’s address and secret.`,
  );
}
