import type { Claim } from './claim.ts';

const said = {
  holds: 'is true by',
  contradicted: 'is contradicted by',
  gone: 'is gone from the code; it was in',
  unknown: 'is not known',
} as const;

/** A claim and its evidence in one line. @param repository prefixes the paths of the code */
export function describeClaim(
  { kind, text, status, evidence }: Omit<Claim, 'page' | 'line'>,
  repository?: string,
): string {
  const prefix = repository === undefined ? '' : `${repository}:`;
  const places = evidence.map(({ path, line }) => `${prefix}${path}:${line}`);
  if (places.length === 0)
    return `${kind} ${text} ${status === 'gone' ? 'is not in the code' : said[status]}`;
  return `${kind} ${text} ${said[status]} ${places.join(', ')}`;
}
