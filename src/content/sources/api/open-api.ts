import { DocentError } from '../../../errors.ts';
import type { GithubPart } from '../../../lib/github-parts.ts';
import type { PrivateHosts } from '../../../lib/public-address.ts';
import { openPublicFetcher } from '../../../lib/public-fetch.ts';
import type { ContentWarning, Origin } from '../../page.ts';
import { runInWorker } from '../../run-in-worker.ts';
import type { Dialect } from '../../site/site-facts.ts';
import type { FileTree } from '../file-tree.ts';
import { type KeptPage, keptTree } from '../kept-tree.ts';
import { labelledDate } from '../labelled-date.ts';
import { maskPeople } from '../mask-people.ts';
import { openPageStore, type PageStore } from '../site/page-store.ts';
import type { ApiPlace, ApiSource, Entry, EntryPage } from './api-source.ts';
import { type CallApi, openCalls } from './call-api.ts';
import { apiSources } from './registry.ts';

type OpenedSource = {
  kind: string;
  url: string;
  what?: readonly GithubPart[];
  token: string | null;
  privateHosts: PrivateHosts;
  notionUrl: string;
};
type KnownSource = OpenedSource & {
  /** The folder with the entries of the last run. */
  folder: string;
  /** Milliseconds that all requests together wait. */
  patience?: number;
};

/** An entry as it was read, masked; without a file when it is left out. */
type Kept = {
  version: string;
  file: string | null;
  links: null;
  /** Where it is, unless it is left out. */
  page: (Pick<EntryPage, 'path' | 'url' | 'title' | 'kind'> & { label: string; isHtml: boolean }) | null;
};

/** Entries of a source, entries that are read at once, and characters of one. */
const maxEntries = 50_000;
const entriesAtOnce = 20;
const maxText = 1_000_000;
const connections = 2;
/** Requests for a listing: each answers with up to 100 entries. */
const maxListed = 2_000;
/** Milliseconds of CPU for the HTML of one entry. */
const htmlTime = 10_000;

/** Raise this when the same entry gives another page. */
const version = 1;

/**
 * Reads what a product's team knows elsewhere by an API: entries that changed are read, those that are gone are
 * forgotten. What is kept is masked.
 * @throws DocentError that says what to do, when the source cannot be read; then nothing is forgotten, and the next run
 *   goes on with what was read
 */
export async function openApi(
  source: KnownSource,
  onProgress: (done: number, total: number) => void = () => {},
  signal?: AbortSignal,
): Promise<FileTree> {
  const api = await apiSources[source.kind]!();
  const store = await openPageStore<Kept>(source.folder);
  const fetcher = openPublicFetcher(source.privateHosts, connections);
  try {
    const place = placeOf(source);
    const { patience } = source;
    const call = openCalls({ name: api.name, fetcher, headers: api.headers(place), patience, signal });
    const warnings: ContentWarning[] = [];
    const entries = new Map<string, Entry>();
    for await (const entry of api.list(place, boundedCalls(api.name, call))) {
      if (entries.size >= maxEntries) {
        warnings.push({ file: source.url, message: `Only ${maxEntries} entries were read.` });
        break;
      }
      entries.set(entry.id, entry);
    }
    const pages = new Map<string, Kept>();
    const changed: Entry[] = [];
    for (const [id, entry] of entries) {
      const before = store.pages.get(id);
      if (before?.version === versionOf(entry)) pages.set(id, before);
      else changed.push(entry);
    }
    const keep = async (entry: Entry, page: EntryPage | undefined): Promise<void> => {
      pages.set(entry.id, await keepPage(store, entry, page));
    };
    try {
      for (let at = 0; at < changed.length; at += entriesAtOnce) {
        const some = changed.slice(at, at + entriesAtOnce);
        const ids = some.filter(({ page }) => page === undefined).map(({ id }) => id);
        const read = ids.length === 0 ? new Map<string, EntryPage>() : await api.read(place, ids, call);
        for (const entry of some) await keep(entry, entry.page ?? read.get(entry.id));
        onProgress(at + some.length, changed.length);
      }
    } catch (error) {
      await store.save(new Map([...store.pages, ...pages]));
      throw error;
    }
    const tree = treeOf(source, store, pages, entries, warnings);
    if (tree.files.length === 0)
      throw new DocentError(
        'not_found',
        `${api.name} has nothing to read at ${source.url}. Check the address, and what the token may read.`,
      );
    await store.save(pages);
    return tree;
  } finally {
    await fetcher.close();
  }
}

/** Whether the source can be read, in a sentence. @throws DocentError with what to do */
export async function checkApi(source: OpenedSource): Promise<string> {
  const api: ApiSource = await apiSources[source.kind]!();
  const fetcher = openPublicFetcher(source.privateHosts, 1);
  try {
    const place = placeOf(source);
    const call = openCalls({ name: api.name, fetcher, headers: api.headers(place), patience: 0 });
    for await (const _ of api.list(place, call)) return `${api.name} answers, and has what can be read.`;
    return `${api.name} answers, and has nothing to read yet.`;
  } finally {
    await fetcher.close();
  }
}

/** A listing that names the same page again and again would never end. */
function boundedCalls(name: string, call: CallApi): CallApi {
  let calls = 0;
  return (url, body) => {
    if (++calls <= maxListed) return call(url, body);
    throw new DocentError('source_unreachable', `${name} lists without an end. Check the address.`);
  };
}

function placeOf({ url, what = [], token, notionUrl }: OpenedSource): ApiPlace {
  return { url: new URL(url), what, token, notionUrl };
}

function versionOf({ version: own }: Entry): string {
  return `${version}:${own}`;
}

async function keepPage(store: PageStore<Kept>, entry: Entry, page: EntryPage | undefined): Promise<Kept> {
  const none = { version: versionOf(entry), file: null, links: null, page: null };
  if (page === undefined) return none;
  const { path, url, kind, text: written } = page;
  const isHtml = 'html' in written;
  const text = isHtml ? await reduced(written.html, url) : written.markdown;
  if (text === null || text.trim() === '' || text.length > maxText) return none;
  const title = maskPeople(page.title, page.people);
  const file = await store.keep(maskPeople(text, page.people));
  const label = labelledDate(page.label, page.date);
  return { ...none, file, page: { path, url, title, kind, label, isHtml } };
}

/** HTML without what could run, read apart as it is hostile. */
async function reduced(html: string, url: string): Promise<string | null> {
  const source = { html: `<body><main>${html}</main></body>`, url };
  const result = await runInWorker({ kind: 'html', source }, htmlTime);
  if ('excess' in result || result.reduced === null) return null;
  return result.reduced.text.replace(/^---\n[^]*?---\n/, '').replaceAll(/ data-block="\w+"/g, '');
}

function treeOf(
  { url }: KnownSource,
  store: PageStore<Kept>,
  pages: Map<string, Kept>,
  entries: Map<string, Entry>,
  warnings: ContentWarning[],
): FileTree {
  const shown = new Map<string, KeptPage>();
  for (const [id, { page, file }] of pages) {
    if (page === null || file === null) continue;
    const { path, url: at, title, kind, label, isHtml } = page;
    const origin: Origin = { kind, label, weight: entries.get(id)?.weight ?? 1 };
    const dialects: Dialect[] = [isHtml ? 'html' : 'markdown'];
    const name = shown.has(path) ? `${path}-${id}` : path;
    shown.set(name, { title, file, url: at, anchors: 'none', dialects, origin });
  }
  return keptTree(url, new URL(url).origin, store, shown, warnings);
}
