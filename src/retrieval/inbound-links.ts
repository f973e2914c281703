import { decodedPath } from '../lib/decoded-path.ts';
import type { DatabaseSync } from 'node:sqlite';
import { folderOf, joinPath } from '../content/site/paths.ts';

type Address = { path: string; url: string; file: string };

/** Link texts used per page, and characters of each: more would only repeat. */
const maxTexts = 200;
const maxTextLength = 120;

/**
 * Tells the texts of links to a page from other pages, one per line. People search with the words of those who link
 * rather than of those who write (McBryan, "GENVL and WWWW", 1994). Links from pages that declare groups do not count,
 * because their words are not public. What is kept in memory are the numbers of the links to each page. One page is read
 * per step.
 */
export function* inboundLinkTexts(database: DatabaseSync): Generator<void, (pageId: number) => string> {
  const pageAt = yield* indexAddresses(database);
  const inbound = new Map<number, number[]>();
  const selectPage = database.prepare(
    `SELECT path, url, file FROM pages JOIN facets ON facets.id = facet_id WHERE pages.id = ? AND groups = '[]'`,
  );
  for (const [pageId, links] of linksByPage(database)) {
    yield;
    const page = selectPage.get(pageId) as Address | undefined;
    if (page === undefined) continue;
    for (const [target, same] of Map.groupBy(links, (link) => link.target)) {
      const places = placesOf(target, page).values();
      const to = places.map(pageAt).find((id) => id !== undefined);
      if (to === undefined || to === pageId) continue;
      const distinct = new Map(same.map(({ id, text }) => [text, id]));
      const ofPage = inbound.get(to);
      if (ofPage === undefined) inbound.set(to, [...distinct.values()]);
      else ofPage.push(...distinct.values());
    }
  }
  const select = database.prepare(
    'SELECT text FROM links WHERE rowid IN (SELECT value FROM json_each(?)) ORDER BY text, page_id',
  );
  return (pageId) => {
    const texts: string[] = [];
    for (const { text } of select.iterate(JSON.stringify(inbound.get(pageId) ?? []))) {
      const line = (text as string).replaceAll(/\s+/g, ' ').trim().slice(0, maxTextLength);
      if (line !== '' && texts.push(line) === maxTexts) break;
    }
    return texts.join('\n');
  };
}

/** Finds the page of an address: by its path, else its URL, else its file, and of several the first. */
function* indexAddresses(database: DatabaseSync): Generator<void, (address: string) => number | undefined> {
  database.exec('CREATE TEMP TABLE addresses (address TEXT PRIMARY KEY, kind, page) WITHOUT ROWID');
  const insert = database.prepare(
    `INSERT INTO addresses VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET kind = excluded.kind, page = excluded.page
     WHERE excluded.kind < kind`,
  );
  for (const row of database.prepare('SELECT id, path, url, file FROM pages ORDER BY id').iterate()) {
    const { id, path, url, file } = row as Address & { id: number };
    const addresses = [path, pathOf(url), file].map(normal);
    for (const [kind, address] of addresses.entries())
      if (addresses.indexOf(address) === kind) insert.run(address, kind, id);
    yield;
  }
  const select = database.prepare('SELECT page FROM addresses WHERE address = ?');
  return (address) => select.get(normal(address))?.['page'] as number | undefined;
}

type Link = { id: number; page_id: number; target: string; text: string };

function* linksByPage(database: DatabaseSync): Generator<[number, Link[]]> {
  let links: Link[] = [];
  const select = database.prepare('SELECT rowid AS id, page_id, target, text FROM links ORDER BY page_id');
  for (const row of select.iterate()) {
    const link = row as Link;
    if (links.length > 0 && links[0]!.page_id !== link.page_id) {
      yield [links[0]!.page_id, links];
      links = [];
    }
    links.push(link);
  }
  if (links.length > 0) yield [links[0]!.page_id, links];
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
