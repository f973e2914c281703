import { gunzipSync } from 'node:zlib';
import { Parser } from 'htmlparser2';
import { maxSitemapBytes } from '../walked-paths.ts';

/** URLs of pages, and of further sitemaps. */
export type Sitemap = { pages: string[]; sitemaps: string[] };

/** The protocol's limit: https://www.sitemaps.org/protocol.html */
const maxEntries = 50_000;

/**
 * Reads a sitemap or a sitemap index, plain or gzipped; other files are empty. Null when it cannot be unpacked or is
 * too large. Runs in a worker, as the content of a site is hostile.
 */
export function readSitemap(body: Buffer): Sitemap | null {
  const xml = unpacked(body);
  if (xml === null) return null;
  const sitemap: Sitemap = { pages: [], sitemaps: [] };
  let place: string[] | null = null;
  let isLocation = false;
  let text = '';
  const parser = new Parser(
    {
      onopentag(name) {
        if (name === 'url') place = sitemap.pages;
        else if (name === 'sitemap') place = sitemap.sitemaps;
        isLocation = name === 'loc';
        if (isLocation) text = '';
      },
      ontext(part) {
        if (isLocation) text += part;
      },
      onclosetag(name) {
        if (name === 'loc' && place !== null && place.length < maxEntries) place.push(text.trim());
        isLocation = false;
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(xml);
  return sitemap;
}

function unpacked(body: Buffer): string | null {
  const isPacked = body[0] === 0x1f && body[1] === 0x8b;
  try {
    return (isPacked ? gunzipSync(body, { maxOutputLength: maxSitemapBytes }) : body).toString();
  } catch {
    return null;
  }
}
