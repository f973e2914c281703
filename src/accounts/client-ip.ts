import ipaddr from 'ipaddr.js';
import { isInRange, parseAddress } from '../lib/ip-range.ts';

/** When the socket is closed already, nobody is there to be answered. */
const nobody = '0.0.0.0';

/**
 * The address that a request came from: the socket's, or, behind trusted proxies, the first one in
 * `X-Forwarded-For` from the right that is not such a proxy. What stands left of it anybody could have written.
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

/** What per-address limits count by: one IPv6 user has at least a whole /64, so its addresses are one. */
export function addressGroup(ip: string): string {
  const address = parseAddress(ip);
  if (!(address instanceof ipaddr.IPv6)) return ip;
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${ip}/64`)}/64`;
}

function normalized(address: string): string | null {
  return parseAddress(address)?.toString() ?? null;
}

/** Some proxies write `1.2.3.4:5678` and `[2001:db8::1]:5678`. */
function withoutPort(hop: string): string {
  return /^\[([^\]]*)\](:\d+)?$/.exec(hop)?.[1] ?? /^([\d.]+):\d+$/.exec(hop)?.[1] ?? hop;
}
