import { safeTarget } from '../../assistant/citations.ts';
import { decodedPath } from '../../lib/decoded-path.ts';
import type { SearchIndex } from '../../retrieval/open-index.ts';
import type { IndexedPage } from '../../retrieval/read-page.ts';
import { markdownAddress } from './llms-text.ts';
import { runInSandbox } from './view-sandbox.ts';
import type { WrittenTarget } from './view-worker.ts';

type Scope = {
  index: Pick<SearchIndex, 'page'>;
  groups: string[];
  /** The base address of the pages as Markdown. */
  pages: string;
  /** The address of the list of pages. */
  list: string;
};

/**
 * A page as agents read it: below a line that names the index, with links that lead somewhere wherever the text is taken
 * to. Those to pages lead to their Markdown.
 */
export async function agentMarkdown(page: IndexedPage, scope: Scope): Promise<string> {
  const { markdown } = page;
  const targets = markdown.includes('](') || markdown.includes(']:') ? await targetsOf(markdown) : [];
  let text = `> All pages of these docs are listed in [llms.txt](${safeTarget(scope.list)}). Read it before you guess where something is said, or what another page says.\n\n`;
  let from = 0;
  const addresses = new Map<string, string | undefined>();
  for (const { start, end, target } of targets) {
    if (!addresses.has(target) && addresses.size < maxTargets)
      addresses.set(target, fullAddress(target, page, scope));
    const address = addresses.get(target);
    if (address === undefined || start < from) continue;
    text += markdown.slice(from, start) + safeTarget(address);
    from = end;
  }
  return text + markdown.slice(from);
}

async function targetsOf(markdown: string): Promise<WrittenTarget[]> {
  const targets = (await runInSandbox<WrittenTarget[]>({ kind: 'links', markdown })) ?? [];
  return targets.toSorted((a, b) => a.start - b.start);
}

/** Undefined for a link that is full already, or leads nowhere that is known. */
function fullAddress(target: string, page: IndexedPage, { index, groups, pages }: Scope): string | undefined {
  if (/^(?:[a-z][a-z\d+.-]*:|\/\/|#|$)/i.test(target)) return undefined;
  const site = URL.parse(page.url, unknownSite);
  // Written for the site, or for the folder of the source file.
  const meant = [URL.parse(target, site?.href), URL.parse(target, `${unknownSite}/${encodeURI(page.file)}`)];
  for (const address of meant.filter((one) => one !== null)) {
    const written = address.href.replace(/[?#].*/s, '');
    const found = index.page(written, groups) ?? index.page(decodedPath(written), groups);
    if (found !== undefined) return markdownAddress(found.path, pages) + address.hash;
  }
  return meant[0]?.origin === unknownSite ? undefined : meant[0]?.href;
}

/** Different targets that are looked up for a page, 50 µs each of the server's thread; any others stay as written. */
const maxTargets = 5000;

const unknownSite = 'http://docs.invalid';
