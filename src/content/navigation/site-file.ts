/** A part of a text, by offsets. */
export type Span = { start: number; end: number };

/** An item of a list, removable with its comma or as whole lines. */
export type Item = Span &
  (
    | { between: 'commas'; previousEnd: number | null; nextStart: number | null }
    /** `emptied`: where a YAML list without its only item is written, since a key without a value is no list. */
    | { between: 'lines'; emptied?: number }
  );

/** A place in a navigation file that names a page. */
export type NavigationEntry = {
  /** As written: `guide/install`, `/guide/install.md`. */
  target: string;
  /** The span of the target, without quotes. */
  span: Span;
  /** The span to remove together with the page. */
  item: Item;
  title: string | null;
  /** Titles of the groups around the entry, outermost first. */
  groups: string[];
  /** A template for a neighbour, with placeholders for target and title; null when it cannot be copied. */
  pattern: string | null;
  quoting: Quoting;
};

/** How a text is escaped for its place. */
export type Quoting = 'script' | 'yaml' | 'toml' | 'markdown' | 'plain';

/** The navigation in one file. */
export type Navigation = {
  entries: NavigationEntry[];
  /** Folders listed as a whole, as written. */
  folders: string[];
};

/** A page's location, before or after it moved. */
export type Place = {
  /** The URL path from the root of the site: `/guide/install/`. */
  url: string;
  /** The same with the site's base path. */
  fullUrl: string;
  /** The file, relative to the framework's page folder. */
  file: string;
};

/**
 * A file in which a site keeps navigation or redirects. It is read and edited by the places of its entries, as data: the
 * functions are pure, but slow for hostile text.
 */
export type SiteFile = {
  /** The paths of such files. */
  fits: RegExp;
  /** The keys below which it keeps them, in a script at any depth; if absent, it holds nothing else. */
  parts?: readonly (readonly string[])[];
  /** The docs of its site may lie in a folder beside its own. */
  isBesideDocs?: true;
  /** Its text without them, and their keys and values, where it is neither a script nor YAML or TOML. */
  withoutParts?: (text: string) => { rest: string; keys: string[]; values: string[] };
  /** The pages themselves hold them, those with this word. */
  inPage?: string;
  /** The plugin that the site's configuration must name. */
  plugin?: string;
  /** The folders that its names of pages begin at, where these are not its own and those of the framework's pages. */
  rootsOf?: (file: string, sourceRoots: readonly string[]) => string[];
  /** @throws Error when the file does not parse as data */
  readNavigation?: (text: string, path: string) => Navigation;
  /** The text with one more redirect; null when it has no redirect list that can be edited safely. */
  addRedirect?: (text: string, from: Place, to: Place, path: string) => string | null;
};

/** Placeholders for the target and the title in a template. */
export const targetMark = '\u0001';
export const titleMark = '\u0002';
