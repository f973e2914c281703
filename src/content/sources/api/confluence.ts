import { Parser } from 'htmlparser2';
import { z } from 'zod';
import { DocentError } from '../../../errors.ts';
import { escapeHtml } from '../../../lib/escape-html.ts';
import type { ApiPlace, ApiSource, EntryPage } from './api-source.ts';
import { authorizationOf, type CallApi, checked, sameOrigin, unlessGone } from './call-api.ts';

const links = z
  .object({ next: z.string().nullish(), webui: z.string().nullish(), base: z.string().nullish() })
  .nullish();
const version = z.object({
  number: z.number(),
  /** Of the cloud, and of Data Center. */
  createdAt: z.string().nullish(),
  when: z.string().nullish(),
});
const page = z.object({
  id: z.string(),
  title: z.string(),
  version,
  body: z.object({ storage: z.object({ value: z.string() }).nullish() }).nullish(),
  _links: links,
});
const pages = z.object({ results: z.array(page.pick({ id: true, version: true })), _links: links });
const spaces = z.object({ results: z.array(z.object({ id: z.string() })) });

const name = 'Confluence';

/** The current pages of a wiki, or of a space of it, in Atlassian's cloud or in a Data Center of one's own. */
export const confluence: ApiSource = {
  name,
  headers: ({ token }) => authorizationOf(token),
  async *list(place, call) {
    const base = baseOf(place);
    const key = /\/(?:spaces|display)\/([^/]+)/.exec(place.url.pathname)?.[1];
    const listed = isCloud(base) ? listCloud(base, key, call) : listServer(base, key, call);
    for await (const { id, version: last } of listed) yield { id, version: String(last.number) };
  },
  async read(place, ids, call) {
    const base = baseOf(place);
    const read = new Map<string, EntryPage>();
    for (const id of ids) {
      const at = isCloud(base) ? `api/v2/pages/${id}?body-format=storage` : `rest/api/content/${id}?expand=body.storage,version`; // prettier-ignore
      const found = await call(new URL(`${base}/${at}`)).catch(unlessGone);
      if (found === null) continue;
      const { title, body, version: last, _links: shown } = checked(page, found, name);
      read.set(id, {
        path: `pages/${id}`,
        url: `${shown?.base ?? base}${shown?.webui ?? `/pages/viewpage.action?pageId=${id}`}`,
        title,
        kind: 'article',
        label: 'Article, updated',
        date: last.createdAt ?? last.when ?? null,
        text: { html: asHtml(body?.storage?.value ?? '') },
        people: [],
      });
    }
    return read;
  },
};

/** The cloud has the wiki below `/wiki`; a server of one's own has it where its address says. */
function baseOf({ url }: ApiPlace): string {
  const above = /^(.*?)(?:\/(?:spaces|display|pages)\/|\/?$)/.exec(url.pathname)?.[1] ?? '';
  return `${url.origin}${above === '' && url.host.endsWith('.atlassian.net') ? '/wiki' : above}`;
}

/** Only the cloud has its wiki there. */
const isCloud = (base: string): boolean => base.endsWith('/wiki');

type Listed = AsyncGenerator<z.output<typeof pages>['results'][number]>;

/** https://developer.atlassian.com/cloud/confluence/rest/v2/api-group-page/ */
async function* listCloud(base: string, key: string | undefined, call: CallApi): Listed {
  const of = key === undefined ? '' : `/spaces/${await spaceId(base, key, call)}`;
  let next: URL | null = new URL(`${base}/api/v2${of}/pages?status=current&limit=100`);
  while (next !== null) {
    const found: z.output<typeof pages> = checked(pages, await call(next), name);
    yield* found.results;
    const link: string | null | undefined = found._links?.next;
    next = link == null ? null : sameOrigin(link, next);
  }
}

/** https://developer.atlassian.com/server/confluence/rest/v900/api-group-content-resource/ */
async function* listServer(base: string, key: string | undefined, call: CallApi): Listed {
  for (let start = 0; ;) {
    const url = new URL(`${base}/rest/api/content?type=page&status=current&expand=version&limit=100`);
    url.searchParams.set('start', String(start));
    if (key !== undefined) url.searchParams.set('spaceKey', decodeURIComponent(key));
    const found = checked(pages, await call(url), name);
    yield* found.results;
    start += found.results.length;
    if (found._links?.next == null || found.results.length === 0) return;
  }
}

async function spaceId(base: string, key: string, call: CallApi): Promise<string> {
  const { results } = checked(spaces, await call(new URL(`${base}/api/v2/spaces?keys=${key}`)), name);
  if (results[0] !== undefined) return results[0].id;
  throw new DocentError(
    'not_found',
    `Confluence has no space ${key}, or the token may not see it. Check the address and the token’s rights.`,
  );
}

/** Elements whose text is for machines. */
const unshown = new Set(['ac:parameter', 'ac:task-id', 'ac:task-uuid', 'ac:task-status']);

/**
 * The storage format is XHTML, with code and links in elements of its own; those of people are left out.
 * https://confluence.atlassian.com/doc/confluence-storage-format-790796544.html
 */
function asHtml(storage: string): string {
  let html = '';
  let hidden = 0;
  let isPlain = false;
  const parser = new Parser(
    {
      onopentag(name, { href }) {
        if (unshown.has(name)) hidden++;
        else if (name === 'ac:plain-text-body') html += '<pre><code>';
        else if (!name.includes(':'))
          html += href === undefined ? `<${name}>` : `<a href="${href.replaceAll('"', '&quot;')}">`;
      },
      oncdatastart: () => void (isPlain = true),
      oncdataend: () => void (isPlain = false),
      ontext: (text) => void (hidden === 0 && (html += isPlain ? escapeHtml(text) : text)),
      onclosetag(name) {
        if (unshown.has(name)) hidden--;
        else if (name === 'ac:plain-text-body') html += '</code></pre>';
        else if (!name.includes(':')) html += `</${name}>`;
      },
    },
    { xmlMode: true, decodeEntities: false },
  );
  parser.end(storage);
  return html;
}
