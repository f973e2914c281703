import { inflateSync } from 'node:zlib';
import { decodedPath } from '../../lib/decoded-path.ts';
import { asObject } from '../config/values.ts';
import { readSitemap } from '../sources/site/sitemap.ts';
import { type Build, type GeneratorMap, maxMapBytes, pathOfPage } from '../site/build.ts';

const maxEntries = 200_000;

/** Reads the map in a file of this name; nothing from one that is broken. */
export function readGeneratorMap({ file, source }: { file: string; source: Uint8Array }): GeneratorMap {
  const bytes = Buffer.from(source);
  try {
    if (file.endsWith('.inv')) return { documents: readInventory(bytes), listed: [] };
    if (file.endsWith('.json')) return { documents: [], listed: readSearchIndex(bytes) };
    const pages = readSitemap(bytes)?.pages ?? [];
    const paths = pages.flatMap((url) => (URL.canParse(url) ? pathOf(new URL(url).pathname) : []));
    return { documents: [], listed: paths };
  } catch {
    return { documents: [], listed: [] };
  }
}

/** Sphinx's list of what can be linked to: https://sphobjinv.readthedocs.io/en/stable/syntax.html */
function readInventory(bytes: Buffer): Build['documents'] {
  let start = 0;
  for (let line = 0; line < 4; line++) start = bytes.indexOf(10, start) + 1;
  const lines = inflateSync(bytes.subarray(start), { maxOutputLength: maxMapBytes }).toString().split('\n');
  return lines.slice(0, maxEntries).flatMap((line): Build['documents'] => {
    const [, name, place] = /^(\S{1,1000}) std:doc \S+ (\S*) /.exec(line) ?? [];
    if (name === undefined || place === undefined) return [];
    return [[name, pathOf(place.replace(/\$$/, name))]];
  });
}

/** That of MkDocs: an entry for each page and heading. */
function readSearchIndex(bytes: Buffer): string[] {
  const { docs } = asObject(JSON.parse(bytes.toString()));
  const places = (Array.isArray(docs) ? docs.slice(0, maxEntries) : []).map(
    (entry) => asObject(entry)['location'],
  );
  return [...new Set(places.flatMap((place) => (typeof place === 'string' ? pathOf(place) : [])))];
}

function pathOf(place: string): string {
  return pathOfPage(decodedPath(place.split('#')[0]!));
}
