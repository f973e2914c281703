import { type Fact, type Verdict, unknown } from '../claim.ts';
import type { Mention } from '../code/mentions.ts';
import type { Code } from '../code/read-code.ts';
import { folded } from '../names.ts';
import { evidenceOf } from './evidence-of.ts';
import { placesOfName } from './judge-name.ts';

/** The declarations that take the parameters that the docs name, in that order; the docs may leave out the last. */
function matching({ value }: Fact, places: readonly Mention[]): Mention[] {
  const said = value!.split(',').map(folded);
  return places.filter(
    ({ parameters }) =>
      parameters !== null && said.every((name, at) => folded(parameters[at] ?? '') === name),
  );
}

export function judgeSignature(fact: Fact, code: Code): Verdict {
  const places = matching(fact, placesOfName(fact, code));
  return places.length === 0 ? unknown : { status: 'holds', evidence: evidenceOf(places) };
}

/** A function took these parameters, and takes others now. */
export function judgeSignatureChange(fact: Fact, before: Code, now: Code): Verdict | null {
  const had = matching(fact, placesOfName(fact, before));
  if (had.length === 0) return null;
  const places = placesOfName(fact, now).filter(({ parameters }) => parameters !== null);
  if (matching(fact, places).length > 0) return null;
  if (places.length > 0) return { status: 'contradicted', evidence: evidenceOf(places) };
  return now.mentions.has(folded(fact.name)) ? null : { status: 'gone', evidence: evidenceOf(had) };
}
