import { hash } from 'node:crypto';
import { z } from '@hono/zod-openapi';
import { DocentError } from '../../errors.ts';
import type { Lease } from '../../deployments/live-indexes.ts';
import { groupsQuery, namedGroups } from '../named-groups.ts';
import type { Call, Route } from '../route.ts';
import { productName } from '../../store/product-name.ts';
import { docsHeaders, isUnchanged, docsAddress, projectAddress } from './docs-call.ts';
import { listFiles, mainList } from './list-files.ts';
import { fullPage } from './llms-text.ts';
import { madeOnce } from './made-once.ts';

const filterSchema = z.object({
  version: z.string().max(200).optional().describe('Without it, the site’s default version.'),
  language: z.string().max(200).optional().describe('Without it, the site’s default language.'),
  groups: groupsQuery,
});
type Filter = z.infer<typeof filterSchema>;
type LlmsRoute = Route<undefined, 'project', Filter>;
type LlmsCall = Call<undefined, 'project', Filter>;

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

/** `GET /{domain}/llms.txt`: the list of the pages that the caller may see, or of its sections where it is long. */
const listRoute = (prefix: string): LlmsRoute => ({
  ...shared,
  path: `${prefix}/llms.txt`,
  summary: 'The docs’ pages, for language models',
  success: text('Markdown: a link a page, or a link a section.'),
  handle: (call) => answerList(call, mainList),
});

/** `GET /{domain}/llms/{section}.txt`: a section of a long list. */
const sectionRoute: LlmsRoute = {
  ...shared,
  path: '/{domain}/llms/{path}',
  summary: 'A section of the docs’ pages, for language models',
  success: text('Markdown: a link a page.'),
  handle(call) {
    const [, section] = /^(.+)\.txt$/.exec(call.param('path')) ?? [];
    return answerList(call, section);
  },
};

/** `GET /{domain}/llms-full.txt`: all those pages in one text, streamed page by page. */
const fullRoute = (prefix: string): LlmsRoute => ({
  ...shared,
  path: `${prefix}/llms-full.txt`,
  summary: 'The docs as one text, for language models',
  success: text('Markdown, each page below its title and address.'),
  async handle(call) {
    const docs = await call.deps.indexes.lease(call.admission.project);
    const headers = docsHeaders(call, docs.deployment.id, contentType);
    if (isUnchanged(call, headers)) {
      await docs[Symbol.asyncDispose]();
      return new Response(null, { status: 304, headers });
    }
    const pages = fullText(call, docs);
    // Only a generator that has begun returns the index when its stream is cancelled.
    await pages.next();
    return new Response(ReadableStream.from(pages), { headers });
  },
});

export const llmsRoutes = [
  ...['/{domain}', ''].flatMap((prefix) => [listRoute(prefix), fullRoute(prefix)]),
  sectionRoute,
];

async function answerList(call: LlmsCall, name: string | undefined): Promise<Response> {
  await using docs = await call.deps.indexes.lease(call.admission.project);
  const list = name === undefined ? undefined : (await lists(call, docs)).get(name);
  if (list === undefined) throw new DocentError('not_found', 'There is no such section. See llms.txt.');
  const headers = docsHeaders(call, hash('sha256', list, 'base64url'), contentType);
  if (isUnchanged(call, headers)) return new Response(null, { status: 304, headers });
  return new Response(list, { headers });
}

/** The list and its sections. These are below the domain also where the list is at the root, and so are then its pages. */
async function lists(call: LlmsCall, { index }: Lease): Promise<ReadonlyMap<string, string>> {
  const { filter, reader } = call;
  const given = Object.entries(filter).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const query = given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
  const groups = [...reader.groups].sort();
  const listsAt = (address: string): Promise<ReadonlyMap<string, string>> => {
    const site = { name: productName(call.admission.project), address, query };
    return madeOnce(index, JSON.stringify(['lists', site, groups]), () =>
      listFiles(site, index.list({ ...filter, groups })),
    );
  };
  const below = await listsAt(projectAddress(call));
  return below.size > 1 ? below : listsAt(docsAddress(call));
}

/** Returns the index at the end of the stream, and when the client disconnects before it. */
async function* fullText({ filter, reader: { groups } }: LlmsCall, lease: Lease): AsyncGenerator<Uint8Array> {
  await using docs = lease;
  yield new Uint8Array();
  const encoder = new TextEncoder();
  for (const { path } of docs.index.list({ ...filter, groups })) {
    const page = docs.index.page(path, groups);
    if (page !== undefined) yield encoder.encode(fullPage(page));
  }
}
