import type { Addresses, Redirect } from './addresses.ts';

/** A page as links find it. */
export type SitePage = {
  file: string;
  /** Its path on the site, without outer slashes. */
  path: string;
  /** Old paths that lead to it. */
  otherPaths: readonly string[];
  language: string | null;
  isIndex: boolean;
  /** False for a draft, and for a page that could not be read. */
  isPublished: boolean;
  /** The fragments that it has; null when they are not known. */
  anchors: readonly string[] | null;
};

/** What is known of a site, by its configuration and its pages. */
export type SiteFacts = {
  framework: string;
  pages: readonly SitePage[];
  /** Every file that links may lead to. */
  files: readonly string[];
  addresses: Addresses;
  redirects: readonly Redirect[];
  /** Paths at and below which the build makes pages. */
  generated: readonly string[];
  /** Folders that links by a file's path begin at, in the form of `belowRoot`. */
  sourceRoots: readonly string[];
  /** Further folders for those that begin with `/`, as hosts of repositories read them. */
  topFolders: readonly string[];
  fallbackPrefixes: readonly string[];
  fallbackFolder: string;
};

/** Where a link stands. */
export type LinkPlace = Pick<SitePage, 'file' | 'path' | 'language'>;
