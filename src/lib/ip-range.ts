import ipaddr from 'ipaddr.js';

type Range = [NonNullable<Address>, number];

/** Whether the text is an IPv4 or IPv6 address or CIDR range. */
export function isIpRange(text: string): boolean {
  return parseRange(text) !== null;
}

/** Whether a range covers a whole address family: `0.0.0.0/0`, `::/0`, `::ffff:0:0/96`. */
export function isCatchAll(range: string): boolean {
  return parseRange(range)?.[1] === 0;
}

/** Whether the address equals `range` or is in it. */
export function isInRange(address: string, range: string): boolean {
  const [parsed, within] = [parseAddress(address), parseRange(range)];
  return parsed !== null && within !== null && parsed.kind() === within[0].kind() && parsed.match(within);
}

/** Whether `whole` contains `range`. */
export function isRangeWithin(range: string, whole: string): boolean {
  const [inner, outer] = [parseRange(range), parseRange(whole)];
  if (inner === null || outer === null || inner[0].kind() !== outer[0].kind()) return false;
  return inner[1] >= outer[1] && inner[0].match(outer);
}

type Address = ipaddr.IPv4 | ipaddr.IPv6 | null;

/** Every request's address is compared several times, with the same ranges. */
const known = new Map<string, Address>();
const maxKnown = 1_000;
/** As `INET6_ADDRSTRLEN`. https://www.rfc-editor.org/rfc/rfc3493#section-6.3 */
const maxLength = 46;

/**
 * Parses one address; IPv4-mapped IPv6, as dual-stack sockets report it, becomes IPv4. Short and octal forms of IPv4
 * are refused, because programs interpret them differently.
 */
export function parseAddress(text: string): Address {
  if (text.length > maxLength) return null;
  let address = known.get(text);
  if (address === undefined) {
    if (known.size === maxKnown) known.clear();
    known.set(text, (address = parse(text)));
  }
  return address;
}

function parse(text: string): Address {
  if (!text.includes(':')) return ipaddr.IPv4.isValidFourPartDecimal(text) ? ipaddr.IPv4.parse(text) : null;
  if (text.includes('%') || !ipaddr.IPv6.isValid(text)) return null;
  return ipaddr.process(text);
}

/** Whether an address is local or private, not on the public internet (RFC 6890). */
export function isOwnNetwork(address: string): boolean {
  const range = parseAddress(address)?.range();
  return ['loopback', 'private', 'uniqueLocal', 'linkLocal'].includes(range ?? '');
}

function parseRange(text: string): Range | null {
  const [address = '', bits, ...rest] = text.split('/');
  const parsed = parseAddress(address);
  if (parsed === null || rest.length > 0) return null;
  const whole = parsed.kind() === 'ipv4' ? 32 : 128;
  if (bits === undefined) return [parsed, whole];
  const mapped = whole === 32 && address.includes(':');
  const prefix = Number(bits) - (mapped ? 96 : 0);
  return /^\d{1,3}$/.test(bits) && prefix >= 0 && prefix <= whole ? [parsed, prefix] : null;
}
