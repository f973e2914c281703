import { z } from '@hono/zod-openapi';
import { productName } from '../store/product-name.ts';
import { reportGap } from '../assistant/report-gap.ts';
import { searchPages } from '../assistant/search-docs.ts';
import type { Lease } from '../deployments/live-indexes.ts';
import type { Docs } from '../mcp/docs.ts';
import { readAnswer } from '../protocol/answer-so-far.ts';
import { questionOf } from '../protocol/request-fields.ts';
import { validate } from '../protocol/validate.ts';
import { answerCall } from './answer-call.ts';
import { pagesAddress } from './docs/docs-call.ts';
import { groupsQuery, namedGroups } from './named-groups.ts';
import type { Call, Route } from './route.ts';

const maxBytes = 256 * 1024;

/** No tool takes null, which models send for arguments that they leave out. */
const given = z.unknown().refine((value) => value !== null);
const messageSchema = z
  .looseObject({
    jsonrpc: z.literal('2.0'),
    params: z.looseObject({ arguments: z.record(z.string(), given).optional() }).optional(),
  })
  .openapi('McpMessage', { description: 'One JSON-RPC message of the Model Context Protocol.' });

const filterSchema = z.object({
  groups: groupsQuery,
  for: z.literal('chatgpt').optional().describe('The two tools that ChatGPT’s connectors ask for.'),
});
/** The handler refuses clients that accept less, though they get JSON anyway. */
const handlersHeaders = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };

type McpCall = Call<unknown, 'project', z.infer<typeof filterSchema>>;

/**
 * `POST /mcp/{domain}`: the docs as an MCP server over streamable HTTP. No state is kept between requests, so it serves
 * both the stateful protocol revisions and the stateless ones (since 2026-07-28).
 * https://modelcontextprotocol.io/specification
 */
export const mcpRoute: Route<unknown, 'project', z.infer<typeof filterSchema>> = {
  method: 'post',
  path: '/mcp/{domain}',
  summary: 'Use the docs from an MCP client',
  tag: 'Assistant',
  key: 'assistant',
  orPublicPage: true,
  orAccessToken: true,
  filter: filterSchema,
  body: { schema: messageSchema, maxBytes, parse: (body) => validate(messageSchema, body) },
  limit: 'search',
  success: {
    status: 200,
    description: 'The answer to the message.',
    content: { 'application/json': { schema: z.looseObject({}) } },
  },
  groups: (_body, filter) => namedGroups(filter),
  async handle(call) {
    const { deps, admission, body, filter, request } = call;
    const { project } = admission;
    await using lease = await deps.indexes.lease(project);
    const docs = docsOf(call, lease);
    const { docsHandler } = await import('../mcp/docs-server.ts');
    const { fetch } = docsHandler(docs, {
      forChatGpt: filter.for === 'chatgpt',
      onError: (error) => deps.log.warn({ projectId: project.id, error }, 'MCP request failed'),
    });
    const named = Object.entries(request.headers).filter(([name]) => name.startsWith('mcp-'));
    const headers = { ...Object.fromEntries(named as [string, string][]), ...handlersHeaders };
    const url = new URL(request.url ?? '/', 'http://docent');
    const answer = await fetch(new Request(url, { method: 'POST', headers }), {
      parsedBody: body,
    });
    // Awaited here, because the index is returned when this function ends.
    return answer.body === null ? answer : await asJson(answer);
  },
};

/**
 * For clients of revisions before 2026-07-28 the handler wraps its one message in an event. Plain JSON works for
 * every client, and for programs that read no events.
 */
async function asJson(answer: Response): Promise<Response> {
  const text = await answer.text();
  const event = /^data: (.*)$/m.exec(text);
  return new Response(event?.[1] ?? text, {
    status: answer.status,
    headers: { 'content-type': 'application/json' },
  });
}

/** The dependencies of the tools, with the rights and limits of this request. */
function docsOf(call: McpCall, { index, deployment }: Lease): Docs {
  const { deps, admission, reader } = call;
  const { project } = admission;
  const pages = pagesAddress(call);
  return {
    name: productName(project),
    index,
    groups: reader.groups,
    search: (query) => searchPages(deps.store, project.id, index, query, { fp: reader.sub }),
    async ask(asked) {
      await call.count('assistant');
      return answerCall(call, 'mcp', questionOf(asked), async ({ events, threadKey }) => ({
        ...(await readAnswer(events)),
        threadKey,
      }));
    },
    async report({ question, details, page }) {
      await call.count('feedback');
      const origin = { project, deployment, protocol: 'mcp', reader: reader.sub };
      await reportGap(deps.store, origin, { question, details, page });
    },
    addressOf: (url) => (url.startsWith('/') ? pages + url.replace(/^\/(?=#|$)/, '/index').slice(1) : url),
  };
}
