import { type BrokenLink, closeLinks, type LinkClosure } from './link-closure.ts';
import type { ContentWarning, Page } from './page.ts';
import type { ParsedFile } from './parse-page.ts';
import type { Docs } from './read-docs.ts';
import { hasWrongScript } from './wrong-script.ts';

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
  /** The folder that was taken for the docs, and why. */
  folder: string;
  reason: string;
  warnings: ContentWarning[];
  /** Internal links and those that lead to a page; links with an anchor to such, and those whose anchor is there. */
  links: {
    internal: number;
    resolved: number;
    anchors: number;
    anchorsResolved: number;
    broken: BrokenLink[];
  };
  /** Sections whose text holds what a reader should never see: leaked template syntax, JSX, imports. */
  noise: number;
  findings: Findings;
};

export type Findings = {
  /** Examples of noise, by file. */
  leaks: { file: string; text: string }[];
  /** Expressions that would have to be run; they are left out. */
  lostExpressions: { file: string; text: string }[];
  /** Pages that were read in a simpler way than their own. */
  fellBack: string[];
  /** Pages in other letters than their language. */
  wrongScript: string[];
  /** Pages of API operations that say nothing but their address. */
  emptyOperations: string[];
  /** Titles that several pages of one version and language have. */
  duplicateTitles: { title: string; pages: number }[];
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
    folder: docs.reason.folder,
    reason: docs.reason.why,
    warnings: [...docs.warnings, ...parsed.flatMap((one) => one.warnings)],
    links: countLinks(closeLinks(docs, parsed)),
    noise: parsed.reduce((sum, one) => sum + (one.pages.length > 0 ? one.noise.length : 0), 0),
    findings: findingsOf(docs, parsed, pages),
  };
}

function countLinks({ paths, anchors, broken }: LinkClosure): DocsReport['links'] {
  return {
    internal: paths.checked,
    resolved: paths.resolved,
    anchors: anchors.checked,
    anchorsResolved: anchors.resolved,
    broken,
  };
}

function findingsOf(docs: Docs, parsed: ParsedFile[], pages: Page[]): Findings {
  const shown = parsed.filter((one) => one.pages.length > 0);
  const byTitle = Map.groupBy(pages, ({ title, version, language }) =>
    JSON.stringify([title, version, language]),
  );
  return {
    leaks: shown.flatMap(({ file, noise }) => noise.map((text) => ({ file, text }))),
    lostExpressions: shown.flatMap(({ file, lost }) => lost.map((text) => ({ file, text }))),
    fellBack: known(
      parsed.flatMap(({ file, warnings }) => (warnings.some(({ fellBack }) => fellBack) ? [file] : [])),
    ),
    wrongScript: pages.filter(hasWrongScript).map(({ file }) => file),
    emptyOperations: pages
      .filter(({ file, sections }) => docs.operations.texts.has(file) && isEmptyOperation(sections))
      .map(({ file }) => file),
    duplicateTitles: [...byTitle.values()]
      .filter((same) => same.length > 1)
      .map((same) => ({ title: same[0]!.title, pages: same.length })),
  };
}

/** Nothing but `GET /users`. */
export function isEmptyOperation(sections: Page['sections']): boolean {
  return sections.length <= 1 && !/\s\S+\s/.test(sections[0]?.text ?? '');
}

function known(values: (string | null)[]): string[] {
  return [...new Set(values.filter((value) => value !== null))].sort();
}
