import { lookup } from 'node:dns/promises';
import { DocentError } from '../errors.ts';
import { isInRange, parseAddress } from './ip-range.ts';

/** Host names and CIDR ranges that may be reached although they are not on the public internet. */
export type PrivateHosts = readonly string[];

type HostAddress = { address: string; family: 4 | 6 };

/** Whether an address is one of the public internet: not private, loopback, link-local, metadata, mapped or reserved. */
export function isPublicAddress(address: string): boolean {
  return parseAddress(address)?.range() === 'unicast' && !/^::ffff:/i.test(address);
}

/** Whether the operator named this host, or a range that this literal address is in. */
export function isAllowedHost(hostname: string, allowed: PrivateHosts): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  return allowed.some((entry) => entry.toLowerCase() === host || isInRange(host, entry));
}

/** Whether it can be told without a look-up that a host is not one of the public internet, or is one that was named. */
export function isPrivateHost(hostname: string, named: PrivateHosts): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return isAllowedHost(host, named) || (parseAddress(host) !== null && !isPublicAddress(host));
}

/**
 * The addresses of a host, when all of them are public or the operator allows them. A connection must be made to one
 * of these: a name that is looked up again can lead elsewhere.
 * @throws DocentError `invalid_request`
 */
export async function publicAddresses(hostname: string, allowed: PrivateHosts): Promise<HostAddress[]> {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const found = await lookup(host, { all: true }).catch((cause: unknown) => {
    throw new DocentError('invalid_request', `The host ${host} was not found. Check the address.`, { cause });
  });
  const isAllowed = ({ address }: { address: string }): boolean =>
    isPublicAddress(address) || isAllowedHost(host, allowed) || isAllowedHost(address, allowed);
  if (found.length > 0 && found.every(isAllowed)) return found as HostAddress[];
  throw new DocentError(
    'invalid_request',
    `The host ${host} is not on the public internet. If that is meant, the operator names it in DOCENT_PRIVATE_HOSTS.`,
  );
}
