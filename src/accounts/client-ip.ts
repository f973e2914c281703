import ipaddr from 'ipaddr.js';
import { isInRange, parseAddress } from '../lib/ip-range.ts';

/** Used when the socket is closed already: nobody is left to receive the answer. */
const nobody = '0.0.0.0';

/**
 * The address that a request came from: the socket's, or behind trusted proxies the rightmost address in
 * `X-Forwarded-For` that is not one of them. Entries to the left of it may be forged by the client.
 * @param trustedProxies addresses and CIDR ranges
 */
export function clientIp(
  remoteAddress: string | undefined,
  forwardedFor: string | string[] | undefined,
  trustedProxies: string[],
): string {
  const isTrusted = (address: string) => trustedProxies.some((range) => isInRange(address, range));
  const hops = [forwardedFor ?? []].flat().join(',').split(',');
  let client = normalized(remoteAddress ?? '') ?? nobody;
  while (isTrusted(client)) {
    const before = normalized(withoutPort((hops.pop() ?? '').trim()));
    if (before === null) break;
    client = before;
  }
  return client;
}

/** The unit that per-address limits count: IPv6 users have at least a /64 each, so a /64 counts as one address. */
export function addressGroup(ip: string): string {
  const address = parseAddress(ip);
  if (!(address instanceof ipaddr.IPv6)) return ip;
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${ip}/64`)}/64`;
}

function normalized(address: string): string | null {
  return parseAddress(address)?.toString() ?? null;
}

/** Some proxies add a port: `1.2.3.4:5678`, `[2001:db8::1]:5678`. */
function withoutPort(hop: string): string {
  return /^\[([^\]]*)\](:\d+)?$/.exec(hop)?.[1] ?? /^([\d.]+):\d+$/.exec(hop)?.[1] ?? hop;
}
