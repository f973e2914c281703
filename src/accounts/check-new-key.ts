import { z } from 'zod';
import { DocentError, type ErrorDetail } from '../errors.ts';
import type { KeyScope } from '../store/keys.ts';
import { isCatchAll, isIpRange } from '../lib/ip-range.ts';

/** The properties of a key, which cannot be changed later. */
export type NewKey = {
  name: string;
  /** ISO 8601 with a time zone; null or absent: the key never expires. */
  expiresAt?: string | null;
  /** Addresses and CIDR ranges; an empty list allows any. */
  ipAllowList?: string[];
} & (
  | {
      kind: 'assistant';
      projectId: string;
      /** `https://docs.example.com`; an empty list allows any. */ originAllowList?: string[];
      /** Whether it also opens the project's previews. Such a key must not be public. */ previews?: boolean;
    }
  | { kind: 'admin'; /** Both by default; `write` includes `read`. */ scopes?: KeyScope[] }
);

const isoTime = z.iso.datetime({ offset: true });
const maxEntries = 100;

/**
 * Checks the properties of a new key.
 * @param now milliseconds since 1970
 * @throws DocentError `invalid_request` with every problem in its details
 */
export function checkNewKey(key: NewKey, now: number): void {
  const problems = [
    ...nameProblems(key.name),
    ...expiryProblems(key.expiresAt, now),
    ...ipProblems(key.ipAllowList),
  ];
  if (key.kind === 'assistant') problems.push(...originProblems(key.originAllowList));
  else problems.push(...scopeProblems(key.scopes));
  if (problems.length === 0) return;
  const message = problems.map((problem) => problem.message).join(' ');
  throw new DocentError('invalid_request', message, { details: problems });
}

function nameProblems(name: string): ErrorDetail[] {
  if (name.trim() !== '' && name.length <= 100) return [];
  return [{ path: 'name', message: 'A key needs a name of 1 to 100 characters.' }];
}

function expiryProblems(expiresAt: string | null | undefined, now: number): ErrorDetail[] {
  if (expiresAt === null || expiresAt === undefined) return [];
  if (isoTime.safeParse(expiresAt).success && Date.parse(expiresAt) > now) return [];
  const message = 'The expiry must be a future ISO 8601 time with a time zone, such as 2030-01-31T00:00:00Z.';
  return [{ path: 'expiresAt', message }];
}

function ipProblems(ranges: string[] = []): ErrorDetail[] {
  return listProblems('ipAllowList', ranges, (range) => {
    if (!isIpRange(range)) return 'must be an IPv4 or IPv6 address or a CIDR range.';
    if (isCatchAll(range)) return 'would allow every address; leave the list empty instead.';
    return null;
  });
}

/** The problems with a key's allowed origins. */
export function originProblems(origins: string[] = []): ErrorDetail[] {
  return listProblems('originAllowList', origins, (origin) => {
    const url = URL.parse(origin);
    if (url !== null && /^https?:$/.test(url.protocol) && url.origin === origin) return null;
    return 'must be an origin such as https://docs.example.com, without a path.';
  });
}

function scopeProblems(scopes: KeyScope[] | undefined): ErrorDetail[] {
  const known = scopes?.every((scope) => scope === 'read' || scope === 'write') ?? true;
  if (known && scopes?.length !== 0) return [];
  return [{ path: 'scopes', message: 'The scopes must be read, write or both.' }];
}

function listProblems(
  path: string,
  entries: string[],
  problemOf: (entry: string) => string | null,
): ErrorDetail[] {
  if (entries.length > maxEntries) return [{ path, message: `At most ${maxEntries} entries are possible.` }];
  return entries.flatMap((entry, index) => {
    const problem = problemOf(entry);
    return problem === null
      ? []
      : [{ path: `${path}.${index}`, message: `Entry ${index + 1} of ${path} ${problem}` }];
  });
}
