import type { Page } from '../content/page.ts';
import type { ClaimKind, Fact } from './claim.ts';
import { codeFacts } from './kinds/code-facts.ts';
import type { FoundFact } from './kinds/found-fact.ts';
import { nameFacts } from './kinds/name-facts.ts';
import { pathFacts } from './kinds/path-facts.ts';
import { routeFacts } from './kinds/route-facts.ts';
import { signatureFacts } from './kinds/signature-facts.ts';
import { valueFacts } from './kinds/value-facts.ts';
import { versionFacts } from './kinds/version-facts.ts';
import { createFactFinder } from './locate.ts';
import { type PageLine, pageLines } from './page-lines.ts';

const kinds: ((line: PageLine) => FoundFact[])[] = [
  nameFacts,
  valueFacts,
  codeFacts,
  routeFacts,
  signatureFacts,
  pathFacts,
  versionFacts,
];

/** Kinds that may stand beside a name of the same text. */
const values: ReadonlySet<ClaimKind> = new Set(['default', 'limit', 'signature', 'version', 'path', 'route']);

const maxFacts = 2_000;

/** The facts that a page states, each once. @param source the page's file as written, for the lines */
export function findFacts({ markdown, file }: Pick<Page, 'markdown' | 'file'>, source: string): Fact[] {
  const found = new Map<string, Fact>();
  const lineOf = createFactFinder(source);
  for (const line of pageLines(markdown, file)) {
    if (found.size >= maxFacts) break;
    for (const one of kinds.flatMap((factsOf) => factsOf(line))) {
      const key = JSON.stringify([values.has(one.kind) ? one.kind : 'name', one.text]);
      const known = found.get(key);
      // Where it is defined says more than where it is mentioned.
      if (known !== undefined && (known.group !== null || one.group === null)) continue;
      found.set(key, { ...one, page: file, line: lineOf(line.text, one.name) });
    }
  }
  return [...found.values()];
}
