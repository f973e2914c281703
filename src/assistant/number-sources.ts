import { markdownLink, safeTarget } from './citations.ts';
import { type CitableSection, labelled } from './retrieved.ts';

/** The heading of the list of sources in an answer's text. */
const listStart = '\n\n---\n\n1. [';
const maxNumber = 999;

/** Numbers the pages that an answer cites, in order of first citation. */
type NumberedSources = {
  /** `([1](url#anchor), [2](url))`: one link per page, each to the cited section. */
  cite(sections: readonly CitableSection[]): string;
  /** The numbered pages, for the end of the answer; empty when nothing was cited. */
  list(): string;
};

export function numberSources(): NumberedSources {
  const pages = new Map<string, { number: number; page: CitableSection['page'] }>();
  const numberOf = ({ page }: CitableSection): number => {
    const known = pages.get(page.path) ?? { number: Math.min(maxNumber, pages.size + 1), page };
    pages.set(page.path, known);
    return known.number;
  };
  return {
    cite(sections) {
      const links = new Map<number, string>();
      for (const section of sections) {
        const number = numberOf(section);
        if (!links.has(number)) links.set(number, `[${number}](${safeTarget(section.url)})`);
      }
      return `(${[...links.values()].join(', ')})`;
    },
    list() {
      const links = [...pages.values()].map(({ number, page }) => `${number}. ${pageLink(page)}`);
      return links.length === 0 ? '' : `\n\n---\n\n${links.join('\n')}`;
    },
  };
}

/** An answer's text without the list of its sources, and that list. */
export function splitSources(text: string): { body: string; sources: string } {
  const end = text.lastIndexOf(listStart);
  return end < 0 ? { body: text, sources: '' } : { body: text.slice(0, end), sources: text.slice(end + listStart.length - '1. ['.length) }; // prettier-ignore
}

/** A link to a page that says its version, and what it is. */
export function pageLink(page: CitableSection['page']): string {
  return markdownLink({ title: labelled(page.title, page), url: page.url });
}

/** An answer's text as its model wrote it: without the numbers and the list, which mean nothing in a later prompt. */
export function withoutSources(text: string): string {
  return splitSources(text).body.replaceAll(
    / ?\(\[\d{1,3}\]\([^()\s]*\)(?:, \[\d{1,3}\]\([^()\s]*\)){0,9}\)/g,
    '',
  );
}
