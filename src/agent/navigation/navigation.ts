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

/** A navigation format. Pure, but slow for hostile text, so it runs in the check process. */
export type NavigationFormat = {
  /** The framework by its name in `content/frameworks`. */
  framework: string;
  fits(path: string): boolean;
  /** @throws Error when the file does not parse as data */
  read(text: string, path: string): Navigation;
};

/** Placeholders for the target and the title in a template. */
export const targetMark = '\u0001';
export const titleMark = '\u0002';
