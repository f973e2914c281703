import { closeLinks, type LinkClosure } from './link-closure.ts';
import type { ContentWarning } from './page.ts';
import type { ParsedFile } from './parse-page.ts';
import type { Docs } from './read-docs.ts';

/** What a docs source holds and what is wrong with it. */
export type DocsReport = {
  framework: string;
  /** Where the site is served, as far as it is known. */
  baseUrl: string;
  pages: number;
  /** Pages that are kept out of search: drafts, and what navigation or front matter hides. */
  hidden: number;
  sections: number;
  versions: string[];
  languages: string[];
  /** API descriptions, with the number of their pages. */
  apis: { file: string; pages: number }[];
  warnings: ContentWarning[];
  links: LinkClosure;
};

/** Looks at a docs site that was parsed whole. */
export function examineDocs(docs: Docs, parsed: ParsedFile[]): DocsReport {
  const pages = parsed.flatMap((one) => one.pages);
  const apiPages = Object.groupBy(docs.operations.pages, ({ file }) => file.split('#')[0] ?? '');
  return {
    framework: docs.framework,
    baseUrl: docs.addresses.base,
    pages: pages.length,
    hidden: parsed.filter((one) => one.pages.length === 0).length,
    sections: pages.reduce((sum, page) => sum + page.sections.length, 0),
    versions: known(pages.map(({ version }) => version)),
    languages: known(pages.map(({ language }) => language)),
    apis: Object.entries(apiPages).map(([file, made]) => ({ file, pages: made?.length ?? 0 })),
    warnings: [...docs.warnings, ...parsed.flatMap((one) => one.warnings)],
    links: closeLinks(docs, parsed),
  };
}

function known(values: (string | null)[]): string[] {
  return [...new Set(values.filter((value) => value !== null))].sort();
}
