/**
 * The text of a page under one heading: the unit that is searched and cited. A long text is split into consecutive
 * sections with the same anchor and heading, each of at most 1,500 characters, the length that search finds best.
 */
export type Section = {
  /** The fragment without `#`; null for the text before the first heading. */
  anchor: string | null;
  /** The heading's own text; the page title for the text before the first heading. */
  heading: string;
  /** The page title, the headings down to this one, and the term that the section explains in a definition list. */
  headingPath: string[];
  /**
   * The visible text without markup: prose, list items with their bullets, table rows with ` | ` between cells, code in
   * fences with its language. Blank lines separate blocks. Empty only on a page without any text.
   */
  text: string;
};

/** An internal or external link as written in the source. */
export type PageLink = { text: string; target: string };

/** What a page is that is no page of a docs site. */
export type Origin = {
  kind: 'file' | 'discussion' | 'issue' | 'release' | 'article';
  /** What a citation calls it: `Discussion, answered 3 March 2026`. */
  label: string;
  /** Its share of the score that a page of its source would have, once placed that of docs; above 0 and at most 1. */
  weight: number;
};

/** One page of a docs site. */
export type Page = {
  /** The page's path on the site, without leading or trailing slash; unique; '' is the home page. */
  path: string;
  /** Absolute when a base URL is configured, else root-relative (`/guide/install`). No anchor. */
  url: string;
  /** The source file, relative to the docs root, with forward slashes. */
  file: string;
  title: string;
  description: string | null;
  language: string | null;
  version: string | null;
  /** False in versions and languages other than the site's default, which are searched only on request. */
  isDefault: boolean;
  tags: string[];
  /** Access groups; empty means public. */
  groups: string[];
  /** SHA-256 (hex) of all inputs of the page. */
  hash: string;
  /** The page as Markdown without front matter, as `read_page` and the page endpoint return it. */
  markdown: string;
  /** The file's text as written, packed by what `markdown` has of it; null when that is the same, or no file holds it. */
  source: Uint8Array | null;
  sections: Section[];
  links: PageLink[];
  /** Absent for docs. */
  origin?: Origin | undefined;
};

/** The parts of a page that link checking needs. */
export type LinkedPage = Pick<Page, 'path' | 'file' | 'language' | 'links'>;

/** A problem in a source file that did not stop the deployment. */
export type ContentWarning = {
  file: string;
  message: string;
  /** The page was read in a simpler format than its own. */
  fellBack?: true;
};
