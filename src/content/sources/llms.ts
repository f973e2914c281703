import { slug } from 'github-slugger';
import { DocentError } from '../../errors.ts';
import type { PrivateHosts } from '../../lib/public-address.ts';
import { openPublicFetcher } from '../../lib/public-fetch.ts';
import type { ContentWarning } from '../page.ts';
import { runInWorker } from '../run-in-worker.ts';
import type { FileTree, SitePage } from './file-tree.ts';
import { openPageStore } from './site/page-store.ts';
import { userAgent } from './site/robots.ts';
import { decodedPath } from '../../lib/decoded-path.ts';
import type { LlmsPage, LlmsPages } from './split-llms.ts';

type LlmsSource = {
  url: string;
  /** The folder with the file of the last run. */
  folder: string;
  privateHosts: PrivateHosts;
};

/** Bytes. All docs of a large product have 20 MB. */
const maxFileBytes = 64 * 1024 * 1024;

/** Milliseconds. A file of 64 MB of docs takes one second. */
const splittingTime = 30_000;

/**
 * Reads an `llms-full.txt`, all pages of a site in one file (https://llmstxt.org). An unchanged file is not downloaded
 * again.
 * @throws DocentError
 */
export async function openLlms(source: LlmsSource, signal?: AbortSignal): Promise<FileTree> {
  const { pages, isCut } = await split(await fetchText(source, signal), source.url);
  const warnings: ContentWarning[] = [];
  if (isCut) warnings.push({ file: source.url, message: `Only the first ${pages.length} pages were read.` });
  const { base, files } = placePages(new URL(source.url), pages, warnings);
  if (files.size === 0)
    throw new DocentError(
      'not_found',
      `${source.url} has no pages. Name a file that holds whole pages, llms-full.txt.`,
    );
  return {
    name: source.url,
    files: [...files.keys()].sort(),
    warnings,
    site: {
      base,
      dialects: ['mdx', 'markdown'],
      pages: new Map([...files].map(([file, { place }]) => [file, place])),
    },
    async read(file) {
      const page = files.get(file)?.page;
      if (page === undefined) return { text: null, warning: 'is not there' };
      return { text: `---\ntitle: ${JSON.stringify(page.title)}\n---\n${page.text}`, warning: null };
    },
  };
}

async function fetchText(
  { url, folder, privateHosts }: LlmsSource,
  signal: AbortSignal | undefined,
): Promise<string> {
  const store = await openPageStore(folder);
  const fetcher = openPublicFetcher(privateHosts, 1);
  const before = store.pages.get(url);
  try {
    const { status, body, header } = await fetcher.get(new URL(url), {
      headers: {
        'user-agent': userAgent,
        ...(before?.etag != null && { 'if-none-match': before.etag }),
        ...(before?.lastModified != null && { 'if-modified-since': before.lastModified }),
      },
      maxBytes: maxFileBytes,
      signal,
    });
    if (status === 304 && before?.file != null) return await store.read(before.file);
    if (body === null) throw new DocentError('invalid_request', `${url} is larger than 64 MB.`);
    if (status !== 200) {
      const code = status === 404 || status === 410 ? 'not_found' : 'not_ready';
      throw new DocentError(code, `${url} answers ${status}. Check the address, or try again later.`);
    }
    const text = body.toString();
    if (/^\s*<(?:!doctype|html)/i.test(text))
      throw new DocentError('invalid_request', `${url} is a page of a site. Add it as a site.`);
    const file = await store.keep(text);
    await store.save(
      new Map([
        [
          url,
          {
            etag: header('etag'),
            lastModified: header('last-modified'),
            file,
            links: null,
            titles: [],
            blocks: '',
            size: text.length,
          },
        ],
      ]),
    );
    return text;
  } finally {
    await fetcher.close();
  }
}

async function split(text: string, url: string): Promise<LlmsPages> {
  const result = await runInWorker({ kind: 'llms', source: text }, splittingTime);
  if (!('excess' in result)) return result;
  throw new DocentError(
    'invalid_request',
    `${url} takes too much ${result.excess} to read. Is it an llms-full.txt?`,
  );
}

type PlacedPage = { page: LlmsPage; place: SitePage };

/** Gives each page its file and its URL. A page without a URL of its own gets that of the whole file. */
function placePages(
  from: URL,
  pages: LlmsPage[],
  warnings: ContentWarning[],
): { base: string; files: Map<string, PlacedPage> } {
  const folder = new URL('./', from).href.replace(/\/$/, '');
  const urls = pages.map(({ url }) =>
    url !== null && URL.canParse(url, from.href) ? new URL(url, from) : null,
  );
  const first = urls.find((url) => url !== null);
  const isBelow = urls.every(
    (url) => url === null || url.href === folder || url.href.startsWith(`${folder}/`),
  );
  const base = first === undefined || isBelow ? folder : first.origin;
  const files = new Map<string, PlacedPage>();
  for (const [index, page] of pages.entries()) {
    const url = urls[index] ?? null;
    if (url !== null && !`${url.href}/`.startsWith(`${base}/`)) {
      warnings.push({ file: url.href, message: 'It is on another site; it was left out.' });
      continue;
    }
    const place = url === null ? unplaced(page, from) : placeAt(url, base, page);
    const file = `${place.path === '' ? 'index' : place.path}.md`;
    if (files.has(file)) warnings.push({ file, message: 'Two pages have this path; the first one counts.' });
    else files.set(file, { page, place });
  }
  return { base, files };
}

function placeAt(url: URL, base: string, { isMintlify }: LlmsPage): SitePage {
  url.search = '';
  url.hash = '';
  const path = decodedPath(url.href.slice(base.length)).replace(/^\/|(?:\/index)?\.mdx?$/g, '');
  return {
    path: path.replace(/\/$/, ''),
    isIndex: path.endsWith('/'),
    anchors: isMintlify ? 'mintlify' : 'github',
  };
}

function unplaced({ title }: LlmsPage, from: URL): SitePage {
  return { path: slug(title), isIndex: false, url: from.href, anchors: 'none' };
}
