import { type Fact, type Verdict, unknown } from '../claim.ts';
import type { Manifest } from '../code/manifests.ts';
import type { Code } from '../code/read-code.ts';

/** A version is contradicted where every manifest of the language needs a later one. */
export function judgeVersion({ name, value }: Fact, { manifests }: Code): Verdict {
  const needs = manifests.filter((one) => one.language === name && one.needs !== null);
  const same = needs.filter((one) => versionsOf(one).some((version) => agrees(value!, version)));
  const shown = (same.length > 0 ? same : needs).slice(0, 3);
  const evidence = shown.map(({ path, line }) => ({ path, line }));
  if (same.length > 0) return { status: 'holds', evidence };
  const atRoot = needs.some(({ path }) => !path.includes('/'));
  const isLater = (one: Manifest) => {
    const versions = versionsOf(one);
    return versions.length > 0 && versions.every((version) => compare(version, value!) > 0);
  };
  return atRoot && needs.every(isLater) ? { status: 'contradicted', evidence } : unknown;
}

/** The versions from which a range begins: of `^20.19 || >=22.12` both. */
function versionsOf({ needs }: Manifest): string[] {
  return needs!
    .split('||')
    .flatMap((range) => /^[\s^~>=v]{0,6}(\d{1,3}(?:\.\d{1,3}){0,2})/.exec(range)?.[1] ?? []);
}

/** Whether the docs' version says the same as far as both go. */
function agrees(said: string, needed: string): boolean {
  const [one, other] = [said.split('.'), needed.split('.')];
  const rest = (parts: string[]) => parts.every((part) => Number(part) === 0);
  const shared = Math.min(one.length, other.length);
  return (
    one.slice(0, shared).every((part, at) => Number(part) === Number(other[at])) &&
    (one.length >= other.length ? rest(one.slice(shared)) : true)
  );
}

function compare(one: string, other: string): number {
  const [left, right] = [one.split('.'), other.split('.')];
  for (let at = 0; at < 3; at++) {
    const difference = Number(left[at] ?? 0) - Number(right[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
