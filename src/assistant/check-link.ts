import type { SearchIndex } from '../retrieval/open-index.ts';
import { sectionUrl } from './retrieved.ts';
import type { LinkCheck } from './safe-constructs.ts';

type Docs = {
  index: Pick<SearchIndex, 'page' | 'sections'>;
  /** The docs site's address; null: only root-relative links point into the docs. */
  baseUrl: string | null;
  groups: string[] | undefined;
};

/**
 * The links that an answer may contain: existing pages of the docs that the reader may see, by their own address and
 * with an existing anchor; other sites by http(s); mail addresses. Images may come only from the docs' own host.
 */
export function createLinkCheck({ index, baseUrl, groups }: Docs): LinkCheck {
  const base = baseUrl === null ? undefined : new URL(baseUrl);
  const known = new Map<string, string | null>();
  const docsLink = (address: string): string | null => {
    const cached = known.get(address);
    if (cached !== undefined) return cached;
    const page = index.page(address, groups);
    const anchor = /#(.+)/s.exec(address)?.[1] ?? null;
    const exists =
      page !== undefined && index.sections(page.path, groups).some((one) => one.anchor === anchor);
    const link = page === undefined ? null : sectionUrl(page, { anchor: exists ? anchor : null });
    known.set(address, link);
    return link;
  };
  return (target, kind) => {
    // Browsers read a backslash as a slash and drop control characters: no legitimate address has them. Renderers
    // decode character references: `&#104;ttps://evil.example` has a scheme then, `/&sol;evil.example` a host.
    if (target === '' || /[\p{Cc}\\\s]|&(?:#|[a-z][a-z\d]*;)/iu.test(target)) return null;
    const absolute = target.startsWith('//') ? `https:${target}` : target;
    const scheme = /^([a-z][a-z\d+.-]*):/i.exec(absolute)?.[1]?.toLowerCase();
    if (scheme === undefined)
      return kind === 'image' ? target : docsLink(target.replace(/^(\.{1,2}\/)+/, '/'));
    if (scheme === 'mailto') return kind === 'link' ? absolute : null;
    const url = scheme === 'http' || scheme === 'https' ? URL.parse(absolute) : null;
    // `https://docs.example@evil.example/` shows the docs' name and leads elsewhere.
    if (url === null || url.username !== '' || url.password !== '') return null;
    if (kind === 'image') return base !== undefined && url.origin === base.origin ? absolute : null;
    return base !== undefined && isUnder(url, base) ? docsLink(absolute) : absolute;
  };
}

function isUnder(url: URL, base: URL): boolean {
  const folder = base.pathname.replace(/\/?$/, '/');
  return url.origin === base.origin && `${url.pathname}/`.startsWith(folder);
}
