import { z } from '@hono/zod-openapi';
import { DocentError } from '../../errors.ts';
import type { Lease } from '../../deployments/live-indexes.ts';
import { productName } from '../../store/product-name.ts';
import type { IndexedPage } from '../../retrieval/read-page.ts';
import { groupsQuery, namedGroups } from '../named-groups.ts';
import type { Call, Route } from '../route.ts';
import { docsHeaders, isUnchanged, listAddress, pagesAddress } from './docs-call.ts';
import { encodedPath } from './llms-text.ts';
import { madeOnce } from './made-once.ts';
import type { View } from './reading-view.ts';

const filterSchema = z.object({ groups: groupsQuery });
type Filter = z.infer<typeof filterSchema>;
type PageCall = Call<undefined, 'project', Filter>;

/**
 * `GET /{domain}/pages/{path}`: a page as Markdown, with `.md` after its path or when the client accepts
 * `text/markdown`; otherwise as an HTML page to read.
 */
const pageRouteAt = (prefix: string): Route<undefined, 'project', Filter> => ({
  method: 'get',
  path: `${prefix}/pages/{path}`,
  summary: 'A page as Markdown, or to read',
  tag: 'Docs',
  key: 'assistant',
  orPublicPage: true,
  filter: filterSchema,
  groups: (_body, filter) => namedGroups(filter),
  limit: 'page',
  success: {
    status: 200,
    description: 'The page.',
    content: { 'text/markdown': { schema: z.string() }, 'text/html': { schema: z.string() } },
  },
  async handle(call) {
    await using docs = await call.deps.indexes.lease(call.admission.project);
    const page = findPage(docs, call.param('path'), call.reader.groups);
    if (page === undefined) throw new DocentError('not_found', 'There is no page at this path.');
    const isView = wantsView(call);
    const headers = docsHeaders(call, docs.deployment.id, isView ? 'text/html' : 'text/markdown');
    if (page.url.startsWith('http'))
      headers['link'] += `, <${encodeURI(decoded(page.url))}>; rel="canonical"`;
    if (isUnchanged(call, headers)) return new Response(null, { status: 304, headers });
    if (!isView) return new Response(await markdownOf(call, docs, page), { headers });
    const { readingView, readingViewPolicy } = await import('./reading-view.ts');
    const view = await readingView(viewOf(call, docs, page));
    return new Response(view, { headers: { ...headers, ...readingViewPolicy } });
  },
});

export const pageMarkdownRoutes = ['/{domain}', ''].map(pageRouteAt);

/** The first page of a site has an empty path, and is addressed as `index`. */
function findPage({ index }: Lease, path: string, groups: string[]): IndexedPage | undefined {
  return index.page(path, groups) ?? (/^index(\.md)?$/.test(path) ? index.page('/', groups) : undefined);
}

function wantsView({ request, param }: Pick<Call<never>, 'request' | 'param'>): boolean {
  const accept = request.headers.accept ?? '';
  return !param('path').endsWith('.md') && accept.includes('text/html') && !accept.includes('text/markdown');
}

async function markdownOf(call: PageCall, { index }: Lease, page: IndexedPage): Promise<string> {
  const { agentMarkdown } = await import('./agent-markdown.ts');
  const groups = [...call.reader.groups].sort();
  const [pages, list] = [pagesAddress(call), listAddress(call)];
  return madeOnce(index, JSON.stringify(['page', page.path, pages, groups]), () =>
    agentMarkdown(page, { index, groups, pages, list }),
  );
}

function viewOf(call: PageCall, { index }: Lease, page: IndexedPage): View {
  const { groups } = call.reader;
  return {
    page,
    sections: index.sections(page.path, groups),
    list: listAddress(call),
    siteName: productName(call.admission.project),
    addressOf(target) {
      const found = index.page(target, groups);
      return found && `${pagesAddress(call)}${encodedPath(found.path)}`;
    },
  };
}

function decoded(url: string): string {
  try {
    return decodeURI(url);
  } catch {
    return url;
  }
}
