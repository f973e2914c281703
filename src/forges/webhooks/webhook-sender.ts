import type { ForgeEvent } from './push-event.ts';

export type WebhookHeaders = Record<string, string | string[] | undefined>;

/** How one kind of forge sends its webhooks. */
export type WebhookSender = {
  name: string;
  /** Whether the headers are this forge's. */
  sent(headers: WebhookHeaders): boolean;
  /** Whether the sender has the secret. Takes as long whichever way it has not. */
  isSigned(headers: WebhookHeaders, body: Uint8Array, secret: string): boolean;
  /** The same when a delivery is sent again; null when the forge names none. */
  deliveryId(headers: WebhookHeaders): string | null;
  readEvent(headers: WebhookHeaders, body: unknown): ForgeEvent;
};

/** A header that comes at most once; '' without it. */
export function header(headers: WebhookHeaders, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
}
