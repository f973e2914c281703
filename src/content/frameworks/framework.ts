import type { UrlMapping } from '../../lib/url-mapping.ts';
import type { Build } from '../site/build.ts';
import type { ReadConfig } from '../config/evaluate-module.ts';
import type { FrontMatter } from '../front-matter.ts';
import type { IncludeSyntax } from '../includes/include-syntax.ts';
import type { PartTargets } from '../includes/part-targets.ts';
import type { LinkForm } from '../links/found-link.ts';
import type { AnchorMaker, ComponentAnchors } from '../markdown/anchors.ts';
import type { SiteFile } from '../navigation/site-file.ts';
import type { Operation } from '../openapi/operation.ts';
import type { ContentWarning } from '../page.ts';
import type { Publication } from '../publication.ts';
import type { Addresses, Dialect, PageFile, Redirect } from '../site/site-facts.ts';
import type { FileTree } from '../sources/file-tree.ts';
import type { hasLabel, listLabels } from './sphinx/project-labels.ts';

/** A docs site as its configuration describes it, before any page is read. */
export type Site = {
  pages: PageFile[];
  /** What the site is called, as its configuration has it. */
  title?: string | null;
  addresses: Addresses;
  redirects: Redirect[];
  /** The folder that has the redirects of its host, where these are not in those of `sourceRoots`. */
  root?: string;
  /** Paths at and below which the site generates pages from other sources: a blog, an API reference. */
  generated: string[];
  /** Languages (`de`) whose folder serves the default language for pages that are not translated. */
  fallbackPrefixes: string[];
  /** The default language's folder (`en`), when it has one of its own. */
  fallbackFolder: string;
  /**
   * Root folders for links and includes that begin with `/`, `@/` or `@site/`, in the form of `belowRoot`, and aliases of
   * paths, `@parts/*=src/parts/*`.
   */
  sourceRoots: string[];
  /** API descriptions that the configuration names. */
  apiFiles: string[];
  /** The path of the page that the site generates for an API operation; null when it generates none. */
  placeOperation: PlaceOperation;
  /** What the place of an API description says of its operations' pages: language, version, address. */
  apiFacts?: (file: string) => Partial<PageFile>;
  /** Values of `{{ name }}` on its pages; null when that is plain text. */
  variables: Record<string, string> | null;
  /** Pages that MDX shows as a component without an import, by its name, as one would import them. */
  components?: Record<string, string>;
  /** Expands a page's includes, when the format has a preprocessor of its own. */
  assemble?: Assemble;
  warnings: ContentWarning[];
};

/** From the API's file and one operation of it to the path of its page. */
export type PlaceOperation = (file: string, operation: Operation) => string | null;

/**
 * Turns a page's own text into the text to parse and further facts for its parser, which are added to those of the page.
 * Reads nothing outside of the tree.
 */
export type Assemble = (
  page: PageFile,
  text: string,
  warn: (message: string) => void,
) => Promise<{ text: string; facts?: object }>;

export type SiteOptions = {
  /** The base URL of the site, in place of the configuration's. */
  baseUrl?: string | undefined;
  /** The URL mapping, in place of the framework's rules and the docs root's own mapping. */
  urls?: UrlMapping | undefined;
  /** What the site's own generator made of the docs: it says addresses, ids and what is published. */
  built?: Build | undefined;
};

/** What a site's build does when the repository has such files, of which one has such a text. */
export type BuildSign = {
  files: RegExp;
  text?: RegExp;
  /** It compiles `.md` as MDX, which runs braces and tags in it. */
  asMdx?: true;
  /** The template language that it fills in before it reads Markdown, and so within code, too. */
  templates?: 'liquid' | 'shortcodes';
  /** Fences such as ```` ```{raw} html ```` are directives. */
  hasDirectives?: true;
};

/**
 * The rules of one docs framework. No code of a site is ever run. Its functions are methods, so that those that know the type of
 * their own pages' facts are rules like any others.
 */
export type Framework<Facts = unknown> = {
  name: string;
  /**
   * Reads the configuration as data; null when the tree is not this framework's.
   * @param claimed the files that it claims, outside of tests and examples, nearest to the root first
   */
  open(tree: FileTree, readConfig: ReadConfig, options: SiteOptions, claimed: string[]): Promise<Site | null>;
  /** The files in which it keeps navigation and redirects, those that are read first before others. */
  siteFiles?: SiteFile[];
  /** Include syntaxes that are expanded before a page is parsed. */
  includes?: IncludeSyntax[];
  /** Ways in which an MDX page includes other files by its syntax. */
  parts?: PartTargets[];
  /** Whether `.md` is MDX, too. */
  mdIsMdx?: true;
  /** Whether `:::note` opens a container. */
  directives?: true;
  /** Whether `: text` below a term is its definition. */
  definitions?: true;
  /**
   * Sources of `{{ name }}`: values of the site, and of the page's front matter, in code too, or, on a Vue page, its front
   * matter and constants.
   */
  variables?: 'site' | 'site and page' | 'vue';
  /** Turns the framework's own syntax into component tags, before Markdown is parsed. */
  prepare?(body: string, page: PageFile<Facts>, data: FrontMatter): string;
  /** The dialects of a page, when its front matter has a say. */
  dialectsOf?(page: PageFile<Facts>, data: FrontMatter): Dialect[];
  /** How ids of headings are made, where not by GitHub's rule and not by the format's own parser. */
  createAnchors?(page: PageFile<Facts>): AnchorMaker;
  /** Anchors that a component gets from its title, as tabs and steps of some frameworks do. */
  componentAnchors?: ComponentAnchors;
  /** The target of a link, as a path with or without anchor, when the framework's links have a form of their own. */
  readLink?(target: string, page: PageFile<Facts>): string;
  /** Ways of its template language to write a link. */
  linkForms?: LinkForm[];
  /** Pages that are published with the other files of their folder. */
  bundles?: RegExp;
  /** Labels that links of any page may name. */
  labels?: { list: typeof listLabels; has: typeof hasLabel };
  /** What its build does not bear of its navigation: pages that are not there, folders, too. */
  failsWithout?: 'pages' | 'pages and folders';
  /** Whether a folder's own navigation lists only some of its pages, and the others come after these. */
  showsUnnamed?: true;
  /** Signs of a build that runs more of Markdown than Markdown. */
  runs?: BuildSign[];
  /** How a file names another, where that is not its path; null where it is. */
  nameFrom?: (file: string, target: string, isIncluded: boolean) => string | null;
  /** Old paths that redirect to the page. */
  otherPaths?(page: PageFile<Facts>, data: FrontMatter): string[];
  /** Whether the framework publishes no page for a file, because of its front matter or because it has none. */
  isUnpublished?(page: PageFile<Facts>, data: FrontMatter, text: string): boolean;
  /** When the framework publishes the page, if its front matter says so. */
  publication?(page: PageFile<Facts>, data: FrontMatter): Publication;
  /** Whether a draft is published all the same. */
  buildsDrafts?(page: PageFile<Facts>): boolean;
  /** The page's path from its front matter; null when the file's path counts. */
  movedPath?(page: PageFile<Facts>, data: FrontMatter): string | null;
};
