import { decodedPath } from '../lib/decoded-path.ts';
import type { DatabaseSync } from 'node:sqlite';
import { folderOf, joinPath } from '../content/site/paths.ts';

type Address = { id: number; path: string; url: string; file: string };

/** Link texts used per page, and characters of each: more would only repeat. */
const maxTexts = 200;
const maxTextLength = 120;

/**
 * The texts of links to each page from other pages, as one line per page and text, by page id. People search with the
 * words of those who link rather than of those who write (McBryan, "GENVL and WWWW", 1994). Links from pages that
 * declare groups do not count, because their words are not public.
 */
export function inboundLinkTexts(database: DatabaseSync): Map<number, string> {
  const pages = database.prepare('SELECT id, path, url, file FROM pages ORDER BY id').all() as Address[];
  const byAddress = new Map<string, number>();
  for (const name of ['path', 'url', 'file'] as const) {
    for (const page of pages) {
      const address = normal(name === 'url' ? pathOf(page.url) : page[name]);
      if (!byAddress.has(address)) byAddress.set(address, page.id);
    }
  }
  const byId = new Map(pages.map((page) => [page.id, page]));
  const links = database.prepare(
    `SELECT DISTINCT page_id, target, text FROM links JOIN pages ON pages.id = page_id
     JOIN facets ON facets.id = facet_id WHERE groups = '[]' ORDER BY text, page_id`,
  );
  const texts = new Map<number, string[]>();
  for (const link of links.iterate()) {
    const from = byId.get(Number(link['page_id']))!;
    const places = placesOf(link['target'] as string, from).values();
    const to = places.map((place) => byAddress.get(normal(place))).find((id) => id !== undefined);
    if (to === undefined || to === from.id) continue;
    const text = (link['text'] as string).replaceAll(/\s+/g, ' ').trim().slice(0, maxTextLength);
    const ofPage = texts.get(to) ?? [];
    texts.set(to, ofPage);
    if (text !== '' && ofPage.length < maxTexts) ofPage.push(text);
  }
  return new Map([...texts].map(([id, ofPage]) => [id, ofPage.join('\n')]));
}

/** The paths that a link may mean: of a source file, of an address, relative to the page or to its folder. */
function placesOf(target: string, from: Address): string[] {
  const address = target.replace(/[?#].*/s, '');
  if (address === '') return [];
  if (/^[a-z][a-z\d+.-]*:|^\/\//i.test(address)) {
    const site = URL.parse(from.url);
    const to = URL.parse(address, from.url);
    return site !== null && to?.origin === site.origin ? [decodedPath(to.pathname)] : [];
  }
  const path = decodedPath(address);
  if (path.startsWith('/')) return [path];
  return [
    joinPath(folderOf(from.file), path),
    joinPath(folderOf(from.path), path),
    joinPath(from.path, path),
  ];
}

/** Usual root-relative addresses, which are paths as they are. */
const plainPath = /^\/(?!\/)[\w/.~%-]*$/;

function pathOf(url: string): string {
  if (plainPath.test(url)) return decodedPath(url);
  return decodedPath(URL.parse(url, 'http://docs.invalid')?.pathname ?? url);
}

/** Normalizes the many spellings of an address. */
function normal(path: string): string {
  const joined = joinPath(path.startsWith('/') ? path.slice(1) : path);
  return joined
    .replace(/\.(?:html?|mdx?|markdown|qmd|rst|adoc)$/, '')
    .replace(/(?:^|\/)(?:index|_index|README)$/, '');
}
