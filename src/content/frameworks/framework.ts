import type { UrlMapping } from '../../lib/url-mapping.ts';
import type { ReadConfig } from '../config/evaluate-module.ts';
import type { FrontMatter } from '../front-matter.ts';
import type { IncludeSyntax } from '../includes/include-syntax.ts';
import type { PartTargets } from '../includes/part-targets.ts';
import type { AnchorMaker } from '../markdown/anchors.ts';
import type { Element } from '../markdown/element.ts';
import type { Dialect } from '../markdown/parse-markdown.ts';
import type { Operation } from '../openapi/operation.ts';
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
  /** Whether the page stands for its folder (`guide/index.md`). */
  isIndex: boolean;
  language: string | null;
  version: string | null;
  /** Whether it is in the default version and language; left out, the newest stable version is the default. */
  isDefault?: boolean;
  /** The title that the navigation gives it. */
  title: string | null;
  /** Reachable but kept out of search by configuration or navigation. */
  hidden: boolean;
  /** How to parse it: the first dialect that succeeds. */
  dialects: Dialect[];
  /** What the framework's own rules need besides, as data. */
  extra?: Record<string, string>;
};

/** How a page's path becomes its address. */
export type Addresses = {
  /** Absolute (`https://docs.example.com/en`), or a path (`/docs`), or '' at the root of an unknown host. */
  base: string;
  /** What follows a path: '' or `/` or `.html`. */
  ending: string;
  /** What follows the path of a page that stands for its folder, but not the home page's. */
  folderEnding: string;
};

/** An old path and where it leads now: a path with or without anchor, or an absolute address. */
export type Redirect = { from: string; to: string };

/** A docs site as its configuration describes it, before any page is read. */
export type Site = {
  pages: PageFile[];
  addresses: Addresses;
  redirects: Redirect[];
  /** Paths at and below which the site makes pages from something else than these files: a blog, an API reference. */
  generated: string[];
  /** Languages (`de`) in whose folder a page that is not translated answers with the default language. */
  fallbackPrefixes: string[];
  /** The default language's folder (`en`), when it has one of its own. */
  fallbackFolder: string;
  /** Folders that a link or an include that begins with `/`, `@/` or `@site/` can start from. */
  sourceRoots: string[];
  /** API descriptions that the configuration names. */
  apiFiles: string[];
  /** The path of the page that the site makes for an operation of an API; null when it makes none. */
  placeOperation: PlaceOperation;
  /** What `{{ name }}` stands for on its pages; null when that is plain text. */
  variables: Record<string, string> | null;
  /** Completes a page's text with what it takes from other files, where the format has a preprocessor of its own. */
  assemble?: Assemble;
  warnings: ContentWarning[];
};

/** From the API's file and one operation of it to the path of its page. */
export type PlaceOperation = (file: string, operation: Operation) => string | null;

/**
 * From a page's own text to the text that is parsed and the facts that its parser needs besides, which become part
 * of `extra`. Reads nothing outside of the tree.
 */
export type Assemble = (
  page: PageFile,
  text: string,
  warn: (message: string) => void,
) => Promise<{ text: string; facts?: Record<string, string> }>;

export type SiteOptions = {
  /** Where the site is served, when the configuration does not say or should not count. */
  baseUrl?: string | undefined;
  /** How files become addresses, in place of the framework's rules and of what the docs root says. */
  urls?: UrlMapping | undefined;
};

/** One docs framework. All of it is rules: nothing of a site is ever run. */
export type Framework = {
  name: string;
  /** Reads the configuration as data; null when the tree is not this framework's. */
  open: (tree: FileTree, readConfig: ReadConfig, options: SiteOptions) => Promise<Site | null>;
  /** The ways in which a page takes in other files before it is parsed. */
  includes: IncludeSyntax[];
  /** The ways in which a page of MDX takes in other files by its syntax. */
  parts?: PartTargets[];
  /** Whether `:::note` begins a container. */
  directives?: true;
  /**
   * What `{{ name }}` is filled with, in text: values of the site, in code too, or on a page of Vue its front matter and
   * constants.
   */
  variables?: 'site' | 'vue';
  /** Makes the framework's own syntax into tags of components, before Markdown is parsed. */
  prepare: (body: string, page: PageFile, data: FrontMatter) => string;
  createAnchors: (page: PageFile) => AnchorMaker;
  /** The anchors that a component gets from what it is called, as tabs and steps of some frameworks do. */
  componentAnchors?: (element: Element) => string[];
  /** Where a link leads, as a path with or without anchor, when the framework has addresses of its own in links. */
  readLink?: (target: string, page: PageFile) => string;
  /** Further paths, old ones, that lead to the page. */
  otherPaths?: (page: PageFile, data: FrontMatter) => string[];
  /** Whether the framework makes no page of a file, for what its front matter says or that it has none. */
  isUnpublished?: (page: PageFile, data: FrontMatter, text: string) => boolean;
  /** The page's path when its front matter moves it; null when the path of the file counts. */
  movedPath: (page: PageFile, data: FrontMatter) => string | null;
};
