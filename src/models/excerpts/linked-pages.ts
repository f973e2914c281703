import type { EvidenceSection } from '../evidence.ts';
import { pageOf } from './page-of.ts';

/** Characters of a section in which links are looked for. */
const maxLinking = 6_000;
/** Not to other sites. */
const linkTarget = /\]\((?![a-z]+:)([^()\s]{1,400})/g;

/** The URLs of the pages that the sections of other pages link to. Pages are told by their files' names. */
export function linkedPages(
  sections: readonly EvidenceSection[],
  from: readonly { section: EvidenceSection; markdown: string }[],
): Set<string> {
  const linking = new Map<string, Set<string>>();
  for (const { section, markdown } of from)
    for (const [, target] of markdown.slice(0, maxLinking).matchAll(linkTarget)) {
      const name = fileName(target!);
      const pages = linking.get(name) ?? new Set();
      linking.set(name, pages.add(pageOf(section)));
    }
  const isLinked = (page: string) => {
    const pages = linking.get(fileName(page)) ?? new Set();
    return pages.size > (pages.has(page) ? 1 : 0);
  };
  return new Set(sections.map(pageOf).filter((page) => fileName(page) !== '' && isLinked(page)));
}

/** The name of an address's file without its extension. */
export function fileName(address: string): string {
  const path = address.split('#')[0]!.replace(/\/$/, '');
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.(?:html?|mdx?|markdown|qmd|rst|adoc)$/, '');
}
