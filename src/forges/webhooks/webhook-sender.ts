import type { ForgeEvent } from './push-event.ts';

export type WebhookHeaders = Record<string, string | string[] | undefined>;

/** The webhook format of one kind of forge. */
export type WebhookSender = {
  name: string;
  /** Whether the headers are of this forge. */
  sent(headers: WebhookHeaders): boolean;
  /** Whether the sender has the secret. Constant time for wrong secrets. */
  isSigned(headers: WebhookHeaders, body: Uint8Array, secret: string): boolean;
  /** The delivery's id, the same when it is sent again; null when the forge sends none. */
  deliveryId(headers: WebhookHeaders): string | null;
  readEvent(headers: WebhookHeaders, body: unknown): ForgeEvent;
};

/** The value of a single header; '' without it. */
export function header(headers: WebhookHeaders, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
}
