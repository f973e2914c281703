import type { Origin } from '../page.ts';

/**
 * `markdown` has HTML, `mdx` has JSX and expressions instead; `html` is a crawled page. The other formats have parsers
 * of their own.
 */
export type Dialect = 'markdown' | 'mdx' | 'html' | 'asciidoc' | 'rst' | 'myst';

/** A heading's id, '' for none, with its text. */
export type BuiltHeading = [id: string, text: string];

/** What a build says of the page of a file. */
export type BuiltFacts = { url: string; headings: BuiltHeading[]; ids: string[] };

/**
 * What a framework knows about one file before reading it: plain data, sent to the parse worker and part of the
 * page's hash, so that a change of configuration parses only the pages again that it affects.
 */
export type PageFile<Facts = unknown> = {
  /** The source file, relative to the tree's root. */
  file: string;
  /** The page's path by the framework's rules for file names, before front matter; '' for the home page. */
  path: string;
  /** Whether the page is the index of its folder (`guide/index.md`). */
  isIndex: boolean;
  language: string | null;
  version: string | null;
  /** Whether the page is in the default version and language; if absent, the newest stable version is the default. */
  isDefault?: boolean;
  /** The page's title in the navigation. */
  title: string | null;
  /** Reachable, but excluded from search by configuration or navigation. */
  hidden: boolean;
  /** Dialects to parse the page in; the first one that succeeds counts. */
  dialects: Dialect[];
  /** What the site's own build says of it. */
  built?: BuiltFacts;
  origin?: Origin;
  /** Its address, where it is not made of the path. */
  url?: string;
  /** The front matter field that may set its path, below a prefix, as the URL mapping has it. */
  slug?: { field: string; prefix: string };
  /** What the rules of its framework, or its format, know of it: of a type of their own. */
  facts?: Facts;
};

/** How a page's path becomes its address. */
export type Addresses = {
  /** Absolute (`https://docs.example.com/en`), or a path (`/docs`), or '' at the root of an unknown host. */
  base: string;
  /** The ending of a page's URL: '' or `/` or `.html`. */
  ending: string;
  /** The ending of the URL of a folder's index page, except the home page. */
  folderEnding: string;
};

/** An old path and its target: a path with or without anchor, or an absolute URL. */
export type Redirect = { from: string; to: string };

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
