import { z } from '@hono/zod-openapi';
import { productName } from '../../store/product-name.ts';
import type { Lease } from '../../deployments/live-indexes.ts';
import { groupsQuery, namedGroups } from '../named-groups.ts';
import type { Call, Route } from '../route.ts';
import { docsHeaders, isUnchanged, pagesAddress } from './docs-call.ts';
import { fullPage, llmsText } from './llms-text.ts';

const filterSchema = z.object({
  version: z.string().max(200).optional().describe('Without it, the site’s default version.'),
  language: z.string().max(200).optional().describe('Without it, the site’s default language.'),
  groups: groupsQuery,
});
type Filter = z.infer<typeof filterSchema>;
type LlmsRoute = Route<undefined, 'project', Filter>;

const contentType = 'text/plain';
const shared = {
  method: 'get',
  tag: 'Docs',
  key: 'assistant',
  orPublicPage: true,
  filter: filterSchema,
  groups: (_body: undefined, filter: Filter) => namedGroups(filter),
  limit: 'page',
} as const;
const text = (description: string) => ({
  status: 200,
  description,
  content: { [contentType]: { schema: z.string() } },
});

/** `GET /{domain}/llms.txt`: the list of the pages that the caller may see. */
const listRoute = (prefix: string): LlmsRoute => ({
  ...shared,
  path: `${prefix}/llms.txt`,
  summary: 'The docs’ pages, for language models',
  success: text('Markdown: a link a page.'),
  async handle(call) {
    await using docs = await call.deps.indexes.lease(call.admission.project);
    const headers = docsHeaders(call, docs, contentType);
    if (isUnchanged(call, headers)) return new Response(null, { status: 304, headers });
    const site = { name: productName(call.admission.project), pages: pagesAddress(call) };
    const listed = docs.index.list({ ...call.filter, groups: call.reader.groups });
    return new Response(llmsText(site, listed), { headers });
  },
});

/** `GET /{domain}/llms-full.txt`: all those pages in one text, streamed page by page. */
const fullRoute = (prefix: string): LlmsRoute => ({
  ...shared,
  path: `${prefix}/llms-full.txt`,
  summary: 'The docs as one text, for language models',
  success: text('Markdown, each page below its title and address.'),
  async handle(call) {
    const docs = await call.deps.indexes.lease(call.admission.project);
    const headers = docsHeaders(call, docs, contentType);
    if (isUnchanged(call, headers)) {
      await docs[Symbol.asyncDispose]();
      return new Response(null, { status: 304, headers });
    }
    return new Response(ReadableStream.from(fullText(call, docs)), { headers });
  },
});

export const llmsRoutes = ['/{domain}', ''].flatMap((prefix) => [listRoute(prefix), fullRoute(prefix)]);

/** Returns the index at the end of the stream, and when the client disconnects before it. */
async function* fullText(
  { filter, reader: { groups } }: Call<undefined, 'project', Filter>,
  lease: Lease,
): AsyncGenerator<Uint8Array> {
  await using docs = lease;
  const encoder = new TextEncoder();
  for (const { path } of docs.index.list({ ...filter, groups })) {
    const page = docs.index.page(path, groups);
    if (page !== undefined) yield encoder.encode(fullPage(page));
  }
}
