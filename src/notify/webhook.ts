import { createHmac } from 'node:crypto';
import { newId } from '../lib/ids.ts';
import type { PrivateHosts } from '../lib/public-address.ts';
import { openPublicFetcher } from '../lib/public-fetch.ts';

/**
 * Sends a message as JSON with a Standard Webhooks signature, which its libraries can verify.
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 * @param secret `whsec_` and base64
 * @param at milliseconds since 1970
 * @param privateHosts private addresses that are allowed
 * @throws Error when the receiver does not answer with a success status
 */
export async function sendWebhook(
  { url, secret, at, privateHosts }: { url: string; secret: string; at: number; privateHosts: PrivateHosts },
  message: { type: string } & object,
): Promise<void> {
  const id = newId('msg');
  const timestamp = Math.floor(at / 1_000);
  const { type, ...data } = message;
  const body = JSON.stringify({ type, timestamp: new Date(at).toISOString(), data });
  const signature = signatureOf(secret, { id, timestamp: String(timestamp), body }).toString('base64');
  const fetcher = openPublicFetcher(privateHosts, 1);
  const sent = fetcher.post(new URL(url), {
    body,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': `v1,${signature}`,
    },
  });
  const { status } = await sent.finally(() => fetcher.close());
  if (status < 200 || status > 299) throw new Error(`The receiver answered with status ${status}.`);
}

/** The Standard Webhooks signature of a message. @param secret `whsec_` and base64 */
export function signatureOf(
  secret: string,
  { id, timestamp, body }: { id: string; timestamp: string; body: string | Uint8Array },
): Buffer {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
}
