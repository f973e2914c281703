import { type Evidence, maxEvidence } from '../claim.ts';
import type { Mention } from '../code/mentions.ts';

/** The lines of places, those that declare first. */
export function evidenceOf(places: readonly Mention[]): Evidence[] {
  const ranked = [
    ...places.filter(({ declares }) => declares),
    ...places.filter(({ declares }) => !declares),
  ];
  const lines = new Map(ranked.map(({ path, line }) => [`${path}:${line}`, { path, line }]));
  return [...lines.values()].slice(0, maxEvidence);
}
