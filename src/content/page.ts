/**
 * A part of a page under one heading: the unit that is searched and cited. A long part comes as several sections in
 * a row with the same anchor and heading, each of at most 1,500 characters: that is the length that is found best.
 */
export type Section = {
  /** The fragment without `#`; null for the text before the first heading. */
  anchor: string | null;
  /** The heading's own text; the page title for the text before the first heading. */
  heading: string;
  /** Titles from the page title down to this heading. */
  headingPath: string[];
  /**
   * What a reader sees, without markup: prose, list items with their bullets, table rows with ` | ` between cells,
   * code in fences with its language. Blocks are apart by a blank line. Never empty but in a page without any text.
   */
  text: string;
};

/** An internal or external link as written in the source. */
export type PageLink = { text: string; target: string };

/** One page of a docs site. */
export type Page = {
  /** Where the page is on the site, without leading or trailing slash; unique; '' is the home page. */
  path: string;
  /** Absolute when a base URL is configured, else root-relative (`/guide/install`). No anchor. */
  url: string;
  /** The source file, relative to the docs root, with forward slashes. */
  file: string;
  title: string;
  description: string | null;
  language: string | null;
  version: string | null;
  /** False in versions and languages that are not the site's default: they answer when they are asked for. */
  isDefault: boolean;
  tags: string[];
  /** Access groups; empty means public. */
  groups: string[];
  /** SHA-256 (hex) of everything that the page was made from. */
  hash: string;
  /** The page as Markdown without front matter: what `read_page` and the page endpoint give. */
  markdown: string;
  sections: Section[];
  links: PageLink[];
};

/** Something that was odd in a source file and did not stop the rest. */
export type ContentWarning = {
  file: string;
  message: string;
  /** The page was read in a simpler way than its own, and will be parsed again at the next deployment. */
  fellBack?: true;
};
