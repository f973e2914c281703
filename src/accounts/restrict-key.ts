import { DocentError, type ErrorDetail } from '../errors.ts';
import { isRangeWithin } from '../lib/ip-range.ts';
import type { KeyRecord } from '../store/keys.ts';
import type { NewKey } from './check-new-key.ts';

/**
 * Limits a key to the rights of the key that creates it: no other addresses, no later expiry, no more scopes. Fields
 * that are absent are inherited.
 * @throws DocentError `invalid_request` for a field that would make it stronger
 */
export function restrictKey(
  key: NewKey,
  parent: Pick<KeyRecord, 'scopes' | 'ipAllowList' | 'expiresAt'>,
): NewKey {
  const problems: ErrorDetail[] = [];
  const refuse = (path: string, message: string) => void problems.push({ path, message });
  if (key.kind === 'admin' && key.scopes?.some((scope) => !allows(parent, scope)))
    refuse('scopes', 'A key cannot grant more rights than it has.');
  const ranges = key.ipAllowList?.length ? key.ipAllowList : parent.ipAllowList;
  if (parent.ipAllowList.length > 0 && !ranges.every((range) => isWithinAny(range, parent.ipAllowList)))
    refuse('ipAllowList', 'A key created with a key can only be used from the same addresses.');
  const ends = parent.expiresAt === null ? null : new Date(parent.expiresAt).toISOString();
  if (ends !== null && key.expiresAt != null && Date.parse(key.expiresAt) > parent.expiresAt!)
    refuse('expiresAt', `A key created with a key must expire no later than that one, at ${ends}.`);
  if (problems.length > 0)
    throw new DocentError('invalid_request', problems.map(({ message }) => message).join(' '), {
      details: problems,
    });
  const inherited = { ipAllowList: ranges, expiresAt: key.expiresAt ?? ends };
  return key.kind === 'admin'
    ? { ...key, ...inherited, scopes: key.scopes ?? parent.scopes }
    : { ...key, ...inherited };
}

function allows({ scopes }: Pick<KeyRecord, 'scopes'>, scope: 'read' | 'write'): boolean {
  return scopes.includes('write') || scopes.includes(scope);
}

function isWithinAny(range: string, ranges: string[]): boolean {
  return ranges.some((whole) => isRangeWithin(range, whole));
}
