import { type Fact, type Verdict, unknown } from '../claim.ts';
import type { Mention } from '../code/mentions.ts';
import type { Code } from '../code/read-code.ts';
import { routeOf } from '../code/route-of.ts';
import { evidenceOf } from './evidence-of.ts';

/** Code may mount a route below a prefix: the whole route, else its longest end of two segments or more. */
function placesOfRoute(name: string, code: Code): Mention[] {
  const segments = routeOf(name)?.split('/').slice(1) ?? [];
  for (let from = 0; from < segments.length; from++) {
    if (from > 0 && segments.length - from < 2) break;
    const places = code.routes.get(`/${segments.slice(from).join('/')}`);
    if (places !== undefined) return places;
  }
  return [];
}

export function judgeRoute(fact: Fact, code: Code): Verdict {
  const places = placesOfRoute(fact.name, code);
  return places.length === 0 ? unknown : { status: 'holds', evidence: evidenceOf(places) };
}

export function judgeRouteChange(fact: Fact, before: Code, now: Code): Verdict | null {
  const had = placesOfRoute(fact.name, before);
  if (had.length === 0 || placesOfRoute(fact.name, now).length > 0) return null;
  return { status: 'gone', evidence: evidenceOf(had) };
}
