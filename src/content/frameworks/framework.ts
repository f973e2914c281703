import type { FrontMatter } from '../front-matter.ts';
import type { AnchorMaker } from '../markdown/anchors.ts';
import type { Dialect } from '../markdown/parse-markdown.ts';
import type { ContentWarning } from '../page.ts';
import type { FileTree } from '../sources/file-tree.ts';

/**
 * What a framework knows about one file before reading it: plain data, sent to the parse worker and part of the
 * page's hash, so that a change of configuration parses again just the pages that it concerns.
 */
export type PageFile = {
  /** The source file, relative to the tree's root. */
  file: string;
  /** The page's path by the framework's rule for file names, before front matter; '' is the home page. */
  path: string;
  language: string | null;
  version: string | null;
  /** The title that the navigation gives it. */
  title: string | null;
  /** Reachable but kept out of search by configuration or navigation. */
  hidden: boolean;
  dialects: [Dialect, ...Dialect[]];
  /** What the framework's own rules need besides, as data. */
  extra?: Record<string, string | null>;
};

/** How a page's path becomes its address. */
export type Addresses = {
  /** Absolute (`https://docs.example.com/en`), or '' for root-relative addresses. */
  base: string;
  /** What follows a path that is not empty: '' or `/` or `.html`. */
  ending: string;
};

/** An old path and where it leads now: a path with or without anchor, or an absolute address. */
export type Redirect = { from: string; to: string };

/** A docs site as its configuration describes it, before any page is read. */
export type Site = {
  pages: PageFile[];
  /** OpenAPI files to make pages from, with the path that those pages begin with. */
  redirects: Redirect[];
  addresses: Addresses;
  warnings: ContentWarning[];
};

export type SiteOptions = {
  /** Where the site is served, when the configuration does not say or should not count. */
  baseUrl?: string | undefined;
};

/** One docs framework. All of it is rules: nothing of a site is ever run. */
export type Framework = {
  name: string;
  /** Reads the configuration as data; null when the tree is not this framework's. */
  open: (tree: FileTree, options: SiteOptions) => Promise<Site | null>;
  /** The page's path when its front matter moves it; null when the path of the file counts. */
  movedPath: (page: PageFile, data: FrontMatter) => string | null;
  createAnchors: () => AnchorMaker;
};
