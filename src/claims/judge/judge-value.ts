import { type Fact, type Verdict, unknown } from '../claim.ts';
import { type Literal, literalOf, sameLiteral } from '../code/literal.ts';
import type { Mention } from '../code/mentions.ts';
import type { Code } from '../code/read-code.ts';
import { folded, isSpecific, leafOf } from '../names.ts';
import { evidenceOf } from './evidence-of.ts';

type Value = { mention: Mention; literal: Literal; isDefault: boolean };

/** The spellings under which code keeps a default: `port`, `defaultPort`, `PORT_DEFAULT`. */
export function namesOfValue(name: string): string[] {
  const plain = folded(name);
  return [plain, `default${plain}`, `${plain}default`];
}

function valuesIn(code: Code, name: string): Value[] {
  return namesOfValue(name)
    .flatMap((one) => code.mentions.get(one) ?? [])
    .flatMap((mention) => mention.values.map((given) => ({ mention, ...given })));
}

const placesOf = (values: readonly Value[]) => evidenceOf(values.map(({ mention }) => mention));

/** A value is contradicted where the code knows one default of that kind, and it is another. */
export function judgeValue(fact: Fact, code: Code): Verdict {
  const said = literalOf(fact.value!);
  if (said === null) return unknown;
  const values = valuesIn(code, fact.name);
  const same = values.filter(({ literal }) => sameLiteral(said, literal));
  if (same.length > 0) return { status: 'holds', evidence: placesOf(same) };
  // A plain word may be another option's, and `defaultBatchSize` another batch's.
  if (fact.kind === 'limit' || !(fact.name.startsWith('--') || isSpecific(leafOf(fact.name)))) return unknown;
  const own = folded(fact.name);
  const defaults = values.filter(({ isDefault, mention }) => isDefault && folded(mention.word) === own);
  const others = defaults.filter(({ literal }) => sameLiteral(said, literal) === false);
  const distinct = new Set(defaults.map(({ literal }) => `${literal.kind} ${literal.text}`));
  if (others.length === 0 || distinct.size > 1 || !isPlain(said) || !isPlain(others[0]!.literal))
    return unknown;
  return { status: 'contradicted', evidence: placesOf(others) };
}

function isPlain({ kind, text }: Literal): boolean {
  return kind !== 'string' || /^[\w./:@-]{1,80}$/.test(text);
}

/** A file gave the name the value that the docs say, and gives it another now. */
export function judgeValueChange(fact: Fact, before: Code, now: Code): Verdict | null {
  const said = literalOf(fact.value!);
  if (said === null) return null;
  const had = valuesIn(before, fact.name).filter(({ literal }) => sameLiteral(said, literal));
  const have = valuesIn(now, fact.name);
  if (had.length === 0 || have.some(({ literal }) => sameLiteral(said, literal))) return null;
  const files = new Set(had.map(({ mention }) => mention.path));
  const others = have.filter(
    ({ literal, mention }) => files.has(mention.path) && sameLiteral(said, literal) === false,
  );
  return others.length === 0 ? null : { status: 'contradicted', evidence: placesOf(others) };
}
