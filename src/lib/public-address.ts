import { lookup } from 'node:dns/promises';
import { DocentError } from '../errors.ts';
import { isInRange, parseAddress } from './ip-range.ts';

/** Host names and CIDR ranges that are allowed although they are not on the public internet. */
export type PrivateHosts = readonly string[];

type HostAddress = { address: string; family: 4 | 6 };

/** All public IPv6 addresses. https://www.iana.org/assignments/ipv6-address-space */
const publicIpv6 = '2000::/3';

/** Looks public, and is the host of Azure's virtual machines. https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16 */
const azureHost = '168.63.129.16';

/** Whether an address is on the public internet: not private, loopback, link-local, metadata, mapped or reserved. */
export function isPublicAddress(address: string): boolean {
  if (parseAddress(address)?.range() !== 'unicast' || address === azureHost) return false;
  return !address.includes(':') || isInRange(address, publicIpv6);
}

/** Whether the operator allows this host, or a range that contains this literal address. */
export function isAllowedHost(hostname: string, allowed: PrivateHosts): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  return allowed.some((entry) => entry.toLowerCase() === host || isInRange(host, entry));
}

/** Whether a host is, without a DNS look-up, known to be private or allowed by the operator. */
export function isPrivateHost(hostname: string, named: PrivateHosts): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return isAllowedHost(host, named) || (parseAddress(host) !== null && !isPublicAddress(host));
}

/**
 * The addresses of a host, if all of them are public or allowed by the operator. Connections must use one of these,
 * because a second look-up of the name may give another address.
 * @throws DocentError `invalid_request`
 */
export async function publicAddresses(hostname: string, allowed: PrivateHosts): Promise<HostAddress[]> {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const found = await lookup(host, { all: true }).catch((cause: unknown) => {
    throw new DocentError('invalid_request', `The host ${host} was not found. Check the address.`, { cause });
  });
  if (found.length > 0 && areAllowed(host, found, allowed)) return found as HostAddress[];
  throw notPublic(host);
}

/** Names that nobody has on the public internet: RFC 6761, RFC 6762, RFC 8375, and what ICANN reserved for inner networks. */
const innerName = /^[^.:]+$|\.(?:localhost|local|internal|home\.arpa|lan|intranet|corp|home)$/;

/**
 * The same for a request by a proxy, which looks its host up itself: a name that is not known here may be public, one that is
 * known here must be.
 * @throws DocentError `invalid_request`
 */
export async function requirePublicName(hostname: string, allowed: PrivateHosts): Promise<void> {
  const host = hostname.replace(/^\[|\]$|\.$/g, '').toLowerCase();
  if (isAllowedHost(host, allowed)) return;
  if (innerName.test(host)) throw notPublic(host);
  const found = await lookup(host, { all: true }).catch(() => []);
  if (!areAllowed(host, found, allowed)) throw notPublic(host);
}

function areAllowed(host: string, found: readonly { address: string }[], allowed: PrivateHosts): boolean {
  return found.every(
    ({ address }) =>
      isPublicAddress(address) || isAllowedHost(host, allowed) || isAllowedHost(address, allowed),
  );
}

const notPublic = (host: string) =>
  new DocentError(
    'invalid_request',
    `The host ${host} is not on the public internet. If that is meant, the operator names it in DOCENT_PRIVATE_HOSTS.`,
  );
