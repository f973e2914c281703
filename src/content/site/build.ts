import type { BuiltHeading } from './site-facts.ts';

/** How the page of a file was found in a build, most trusted first; `rule` is the address that is worked out. */
export type MatchedBy = 'edit-link' | 'map' | 'text' | 'rule';

/** What the HTML of a page says. It is data of a stranger: nothing in it is run or followed. */
export type BuiltPage = {
  /** Below the root of the build, without `index.html` and `.html`; '' for the home page. */
  path: string;
  /** What follows the path in the address. */
  ending: string;
  /** The whole address, when the page was read from it. */
  url?: string;
  /** Its headings, in order. */
  headings: BuiltHeading[];
  /** All ids in its content. */
  ids: string[];
  /** What may be its title, likeliest first. */
  titles: string[];
  /** Paths in the links that lead to its source, such as “Edit this page”. */
  sources: string[];
  /** Hashes of its text, as `sketchOf` makes them. */
  sketch: number[];
  /** The file that it was matched with before, and how: of a build that was pushed as a map. */
  match?: { file: string; by: MatchedBy };
};

/** The HTML that a site's own generator made. */
export type Build = {
  /** The folder or address. */
  name: string;
  pages: BuiltPage[];
  /** The address of its root by the pages' canonical links, or where it was read from; null when they do not say it. */
  base: string | null;
  /** The path of its root on its host by the pages' own links, without slashes around it; null when none say it. */
  basePath: string | null;
  /** The path of the page of each source without its ending, as the generator wrote it down (`objects.inv`). */
  documents: [source: string, path: string][];
  /** Paths of the pages that the generator lists (`search_index.json`, `sitemap.xml`). */
  listed: string[];
  /** False when some of it was not read, so that a missing page says nothing. */
  isWhole: boolean;
  warnings: { file: string; message: string }[];
};

/** The path of a page from that of its file or address. */
export function pathOfPage(place: string): string {
  return place
    .replace(/(?:^|\/)index\.x?html?$/i, '')
    .replace(/\.x?html?$/i, '')
    .replaceAll(/^\/+|(?<!\/)\/+$/g, '');
}

/** What follows a page's path in an address. */
export function endingOf(place: string): string {
  return (
    /\/index\.x?html?$/i.exec(place)?.[0] ??
    /\.x?html?$/i.exec(place)?.[0] ??
    (place.endsWith('/') ? '/' : '')
  );
}

/** Stands for the host of a folder's pages. */
export const noHost = 'build.invalid';

/** What a generator wrote down of its pages. */
export type GeneratorMap = Pick<Build, 'documents' | 'listed'>;

/** Where generators leave their maps, below the root of a site. */
export const mapFiles = ['objects.inv', 'search/search_index.json', 'sitemap.xml', 'sitemap-0.xml'];

/** Bytes of a map, unpacked. */
export const maxMapBytes = 50 * 1024 * 1024;
