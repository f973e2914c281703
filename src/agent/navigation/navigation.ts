/** A part of a text, by offsets. */
export type Span = { start: number; end: number };

/** An item of a list with its neighbours, so that it can be taken out: between commas, or on lines of its own. */
export type Item = Span &
  ({ between: 'commas'; previousEnd: number | null; nextStart: number | null } | { between: 'lines' });

/** A place in a navigation file that names a page. */
export type NavigationEntry = {
  /** As written: `guide/install`, `/guide/install.md`. */
  target: string;
  /** Where the target stands, without quotes around it. */
  span: Span;
  /** What goes when the page goes. */
  item: Item;
  title: string | null;
  /** The titles of the groups that it is in, the outermost first. */
  groups: string[];
  /** An item beside it, with placeholders for target and title; null where a new one cannot be made like it. */
  pattern: string | null;
  quoting: Quoting;
};

/** What a text must not hold as it is, where it stands. */
export type Quoting = 'script' | 'yaml' | 'markdown' | 'plain';

/** What one file says of the order of pages. */
export type Navigation = {
  entries: NavigationEntry[];
  /** Folders whose pages order themselves, as written. */
  folders: string[];
};

/** How a docs framework keeps its navigation. Pure and slow for hostile text: it runs in the check process. */
export type NavigationFormat = {
  /** The framework by its name in `content/frameworks`. */
  framework: string;
  fits(path: string): boolean;
  /** @throws Error when the file cannot be read as data */
  read(text: string, path: string): Navigation;
};

/** They stand for the target and the title in a pattern. */
export const targetMark = '\u0001';
export const titleMark = '\u0002';
