import { DocentError } from '../errors.ts';
import { hashSecret } from '../lib/secrets.ts';
import { addressGroup } from './client-ip.ts';
import { isOwnNetwork } from '../lib/ip-range.ts';

/** How many answers one server process may stream at the same time. */
type StreamCapSettings = { perIp: number; perOrganization: number };

type StreamOwner = {
  clientIp: string;
  organizationId: string;
  projectId: string;
  reader: string | null;
};

export type StreamCaps = {
  /**
   * Counts a stream until it is disposed.
   * @param by `reader`: the subject of the reader token in its project; counts in place of the address
   * @throws DocentError `rate_limited` when the reader, address or organization has reached its cap
   */
  open(by: StreamOwner): Disposable;
};

/**
 * Caps concurrent streams: an hourly limit does not stop a client that holds thousands open. Private addresses count
 * for their organization only: they are the operator's own, or a proxy that all clients share.
 */
export function createStreamCaps({ perIp, perOrganization }: StreamCapSettings): StreamCaps {
  const open = new Map<string, number>();
  const add = (key: string, change: number) => {
    const count = (open.get(key) ?? 0) + change;
    if (count > 0) open.set(key, count);
    else open.delete(key);
  };
  return {
    open(by) {
      const caps = [{ key: by.organizationId, most: perOrganization }];
      const sender = senderOf(by);
      if (sender !== null) caps.push({ key: sender, most: perIp });
      if (caps.some(({ key, most }) => (open.get(key) ?? 0) >= most)) throw tooMany();
      for (const { key } of caps) add(key, 1);
      return {
        [Symbol.dispose]() {
          for (const { key } of caps) add(key, -1);
        },
      };
    },
  };
}

function senderOf({ clientIp, projectId, reader }: StreamOwner): string | null {
  if (reader !== null) return hashSecret(`${projectId}:${reader}`);
  return isOwnNetwork(clientIp) ? null : addressGroup(clientIp);
}

function tooMany(): DocentError {
  const message = 'Too many concurrent answers. Please try again when one has ended.';
  return new DocentError('rate_limited', message, { headers: { 'retry-after': '5' } });
}
