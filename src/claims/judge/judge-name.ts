import { type Fact, type Verdict, unknown } from '../claim.ts';
import type { Code } from '../code/read-code.ts';
import type { Mention } from '../code/mentions.ts';
import { hasSameWords, spellingsOf } from '../names.ts';
import { evidenceOf } from './evidence-of.ts';

/** The places that make a name true: it stands there as the docs spell it, or as something is declared. */
export function placesOfName(fact: Pick<Fact, 'kind' | 'name'>, code: Code): Mention[] {
  return spellingsOf(fact.name)
    .flatMap((name) => code.mentions.get(name) ?? [])
    .filter((mention) => supports(fact, mention));
}

function supports({ kind, name }: Pick<Fact, 'kind' | 'name'>, mention: Mention): boolean {
  const last = name.slice(name.lastIndexOf('.') + 1);
  if (kind === 'environment variable' || kind === 'error code') return mention.word === last;
  if (kind === 'export' || kind === 'signature') return mention.declares && mention.word === last;
  return mention.declares || mention.isString;
}

export function judgeName(fact: Fact, code: Code): Verdict {
  const places = placesOfName(fact, code);
  return places.length === 0 ? unknown : { status: 'holds', evidence: evidenceOf(places) };
}

/** What the code had and has no more, under any spelling. */
export function judgeNameChange(fact: Fact, before: Code, now: Code): Verdict | null {
  const isConstant = fact.kind === 'environment variable' || fact.kind === 'error code';
  const had = placesOfName(fact, before).filter(
    ({ declares, word }) => (declares || isConstant) && hasSameWords(fact.name, word),
  );
  if (had.length === 0 || spellingsOf(fact.name).some((name) => now.mentions.has(name))) return null;
  return { status: 'gone', evidence: evidenceOf(had) };
}
