import { z } from '@hono/zod-openapi';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { searchDocs } from '../assistant/search-docs.ts';
import { createDocsServer } from '../mcp/docs-server.ts';
import { validate } from '../protocol/validate.ts';
import { groupsQuery, namedGroups } from './named-groups.ts';
import type { Route } from './route.ts';

const maxBytes = 256 * 1024;

const messageSchema = z
  .looseObject({ jsonrpc: z.literal('2.0') })
  .openapi('McpMessage', { description: 'One JSON-RPC message of the Model Context Protocol.' });

const filterSchema = z.object({ groups: groupsQuery });

/**
 * `POST /mcp/{domain}`: the docs as an MCP server over streamable HTTP. No state is kept between requests, so that the
 * protocol's revisions before and after it became stateless (2026-07-28) are served alike.
 * https://modelcontextprotocol.io/specification
 */
export const mcpRoute: Route<unknown, 'project', z.infer<typeof filterSchema>> = {
  method: 'post',
  path: '/mcp/{domain}',
  summary: 'Use the docs from an MCP client',
  tag: 'Assistant',
  key: 'assistant',
  filter: filterSchema,
  body: { schema: messageSchema, maxBytes, parse: (body) => validate(messageSchema, body) },
  limit: 'search',
  success: {
    status: 200,
    description: 'The answer to the message.',
    content: { 'application/json': { schema: z.looseObject({}) } },
  },
  groups: (_body, filter) => namedGroups(filter),
  async handle({ deps, admission: { project }, body, request, reader: { sub, groups } }) {
    const docs = await deps.indexes.lease(project);
    const { fetch } = createMcpHandler(
      () =>
        createDocsServer({
          name: project.name,
          index: docs.index,
          search: (query) => searchDocs(deps.store, project.id, docs.index, query, { fp: sub }),
          groups,
        }),
      {
        // Nothing ever changes that a client could wait for, and no stream may keep the index.
        maxSubscriptions: 0,
        onerror: (error) => deps.log.warn({ projectId: project.id, error }, 'MCP request failed'),
      },
    );
    try {
      const headers = Object.entries(request.headers).filter(([name]) =>
        /^(accept|content-type|mcp-.*)$/.test(name),
      );
      const url = new URL(request.url ?? '/', 'http://docent');
      const answer = await fetch(
        new Request(url, { method: 'POST', headers: headers as [string, string][] }),
        {
          parsedBody: body,
        },
      );
      // The answer is read while the index is still lent.
      return new Response(answer.body === null ? null : await answer.text(), answer);
    } finally {
      await docs[Symbol.asyncDispose]();
    }
  },
};
