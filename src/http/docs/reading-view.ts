import { hash } from 'node:crypto';
import { escapeHtml } from '../../lib/escape-html.ts';
import { remember } from '../../lib/remember.ts';
import type { IndexedPage, IndexedSection } from '../../retrieval/read-page.ts';
import { markedLink } from './marked-link.ts';
import { runInSandbox } from './view-sandbox.ts';

const style = `
:root{color-scheme:light dark;font:16px/1.65 system-ui,sans-serif}
body{max-width:46rem;margin:0 auto;padding:1.5rem 1rem 6rem;overflow-wrap:break-word}
header{display:flex;gap:1rem;justify-content:space-between;padding-bottom:.75rem;border-bottom:1px solid #8885}
a{color:light-dark(#2449bb,#9db4ff)}
h1,h2,h3,h4{line-height:1.25;scroll-margin-top:1rem}
:target{background:light-dark(#fff3c4,#4a3f14)}
pre,code{font:.9em/1.5 ui-monospace,monospace;background:#8882;border-radius:4px}
code{padding:.1em .3em}pre{padding:.9rem;overflow:auto}pre code{padding:0;background:none}
table{border-collapse:collapse;display:block;overflow:auto}th,td{border:1px solid #8885;padding:.35rem .6rem;text-align:start}
img{max-width:100%}blockquote{margin-inline:0;padding-inline-start:1rem;border-inline-start:3px solid #8886}
`;

/** No scripts, and nothing from other hosts but images. */
export const readingViewPolicy = {
  'content-security-policy': `default-src 'none'; img-src https:; style-src 'sha256-${hash('sha256', style, 'base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'x-robots-tag': 'noindex',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

export type View = {
  page: IndexedPage;
  sections: readonly IndexedSection[];
  siteName: string;
  /** The address of the list of pages. */
  list: string;
  /** The reading view's address of a page, by its address on the site; undefined when there is none. */
  addressOf(target: string): string | undefined;
};

/** A page as HTML, for docs without a site that citations could link to. */
export async function readingView(view: View): Promise<string> {
  const { page, siteName, list } = view;
  const site = page.url.startsWith('http') ? ` · <a href="${escapeHtml(page.url)}">On the site</a>` : '';
  return `<!doctype html>
<html lang="${escapeHtml(page.language ?? 'en')}" dir="auto">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.title)} – ${escapeHtml(siteName)}</title>
<style>${style}</style>
<header><span>${escapeHtml(siteName)}</span><span><a href="${escapeHtml(list)}">llms.txt</a>${site}</span></header>
<main>
${pointLinks(await bodyOf(view), view.addressOf)}
</main>
</html>
`;
}

/** Characters of HTML that are kept. */
const maxKept = 8_000_000;
const kept = new Map<string, Promise<string>>();
let keptLength = 0;

/** The page's HTML, made once in a process of its own, with marked links to the site. One that exceeds the limits is shown as written. */
function bodyOf({ page, sections }: View): Promise<string> {
  return remember(kept, page.hash, async () => {
    const { markdown, url } = page;
    const headings = sections.map(({ heading, anchor }) => ({ heading, anchor }));
    const made = await runInSandbox<string>({ kind: 'view', markdown, url, headings });
    const html = made ?? `<pre>${escapeHtml(markdown)}</pre>`;
    keptLength += html.length;
    if (keptLength > maxKept) {
      kept.clear();
      keptLength = 0;
    }
    return html;
  });
}

/** Links to pages of the docs point to their reading view; broken links become text. */
function pointLinks(html: string, addressOf: View['addressOf']): string {
  const addresses = new Map<string, string | undefined>();
  return html.replaceAll(markedLink, (_, ...written: string[]) => {
    const [path = '', hash = '', url = ''] = written.slice(0, 3).map(decodeURIComponent);
    if (!addresses.has(path)) addresses.set(path, addressOf(path));
    const address = addresses.get(path);
    const href = address === undefined ? url : address + hash;
    return href === '' ? '' : ` href="${escapeHtml(href)}"`;
  });
}
