import type { ClaimKind, Fact, Verdict } from '../claim.ts';
import type { Code } from '../code/read-code.ts';
import { isSpecific, spellingsOf } from '../names.ts';

const named: ReadonlySet<ClaimKind> = new Set([
  'flag',
  'option',
  'environment variable',
  'configuration key',
  'error code',
  'route',
]);

/** Neighbours that the code has for each that it lacks. */
const heldForEach = 4;
/** Of names with a form of their own, two are enough beside a single one. */
const hasForm: ReadonlySet<ClaimKind> = new Set(['flag', 'environment variable', 'route']);

/**
 * What docs define in a list whose other names the code has, and the code nowhere spells, is gone. Elsewhere, what the
 * code lacks may be another program's. Changes the verdicts in place.
 */
export function judgeGroups(judged: readonly { fact: Fact; verdict: Verdict }[], code: Code): void {
  const groups = Map.groupBy(
    judged.filter(({ fact }) => fact.group !== null && named.has(fact.kind)),
    ({ fact: { group, kind } }) => `${kind} ${group}`,
  );
  for (const group of groups.values()) {
    const held = group.filter(({ verdict }) => verdict.status === 'holds').length;
    const lacking = group.filter(
      ({ fact, verdict }) => verdict.status === 'unknown' && isNowhere(fact, code),
    );
    const needed =
      lacking.length === 1 && hasForm.has(group[0]!.fact.kind) ? 2 : lacking.length * heldForEach;
    if (held < needed) continue;
    for (const { verdict } of lacking) verdict.status = 'gone';
  }
  for (const { fact, verdict } of judged)
    if (verdict.status === 'unknown' && isOwnExport(fact, code) && isNowhere(fact, code))
      verdict.status = 'gone';
}

/** A plain word may be of another program, or no name at all. */
function isNowhere({ kind, name, value }: Fact, code: Code): boolean {
  if (kind === 'route') return true;
  return (
    (hasForm.has(kind) || value !== null || isSpecific(name)) &&
    !spellingsOf(name).some((one) => code.mentions.has(one))
  );
}

/** Whether a code block imports it from a package of this repository. */
function isOwnExport({ kind, value }: Fact, { manifests }: Code): boolean {
  if (kind !== 'export' || value === null) return false;
  return manifests.some(({ name, language }) =>
    language === 'python'
      ? name?.toLowerCase().replaceAll('-', '_') === value.split('.')[0]!.toLowerCase()
      : name === value,
  );
}
