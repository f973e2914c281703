import { type BrokenLink, closeLinks, type LinkClosure } from './link-closure.ts';
import { isEmptyOperation } from './file-facts.ts';
import type { ContentWarning, Page } from './page.ts';
import type { ParsedFile } from './parse-page.ts';
import type { Docs } from './read-docs.ts';
import { hasWrongScript } from './wrong-script.ts';

/** A report on a docs source: its content and its problems. */
export type DocsReport = {
  framework: string;
  /** The URL of the site, if it is known. */
  baseUrl: string;
  pages: number;
  /** Pages that are not searched: drafts, and pages that the navigation or front matter hides. */
  hidden: number;
  sections: number;
  versions: string[];
  languages: string[];
  /** API descriptions, with the number of their pages. */
  apis: { file: string; pages: number }[];
  /** The folder that was detected as the docs, and why. */
  folder: string;
  reason: string;
  warnings: ContentWarning[];
  /** Internal links, and those that resolve; links with an anchor to existing pages, and those whose anchor exists. */
  links: {
    internal: number;
    resolved: number;
    anchors: number;
    anchorsResolved: number;
    broken: BrokenLink[];
  };
  /** Sections whose text has noise: leaked template syntax, JSX, imports. */
  noise: number;
  findings: Findings;
};

type Findings = {
  /** Examples of noise, by file. */
  leaks: { file: string; text: string }[];
  /** Expressions that only running the code would resolve; they are left out. */
  lostExpressions: { file: string; text: string }[];
  /** Pages that did not parse in their own format and were read in a simpler one. */
  fellBack: string[];
  /** Pages whose script is not that of their language. */
  wrongScript: string[];
  /** Pages of API operations without more than method and path. */
  emptyOperations: string[];
  /** Titles shared by several pages of one version and language. */
  duplicateTitles: { title: string; pages: number }[];
};

/** Examines a completely parsed docs site. */
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

function known(values: (string | null)[]): string[] {
  return [...new Set(values.filter((value) => value !== null))].sort();
}
