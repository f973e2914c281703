import { type CallToolResult, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { SearchResultItem } from '../assistant/answer-event.ts';
import { asSearchResult } from '../assistant/retrieved.ts';
import type { Docs } from './docs.ts';
import { findPage, pageId } from './page-id.ts';
import { mcpVersion } from './server-card.ts';
import { failure, readOnly, result } from './tool-result.ts';

const maxQueryLength = 10_000;
/** Maximum characters of a page, which is sent twice: as text and as structured content. */
const maxPageLength = 40_000;
const maxResults = 20;

const query = z.string().min(1).max(maxQueryLength).describe('A question or keywords.');
const limit = z.number().int().min(1).max(maxResults).default(8).describe('How many pages.');
const version = z.string().max(100).optional().describe('Only pages of this version of the product.');
const language = z.string().max(35).optional().describe('Only pages in this language, such as `en`.');
const id = z.string().min(1).max(2000).describe('The id or URL of a search result, or the path of a page.');

/**
 * The docs as an MCP server with the two tools that ChatGPT's connectors and deep research require, with the required
 * names, arguments and JSON results. https://platform.openai.com/docs/mcp
 */
export function createChatGptServer(docs: Docs): McpServer {
  const { name, search, groups, addressOf } = docs;
  const server = new McpServer({ name: `${name} docs`, version: mcpVersion });
  server.registerTool(
    'search',
    {
      title: 'Search the docs',
      description: `Finds the pages of the ${name} docs that best answer a question. Read them with fetch.`,
      inputSchema: z.object({ query, limit, version, language }),
      annotations: readOnly,
    },
    async (asked) => {
      const filter = { version: asked.version, language: asked.language, groups };
      const { hits } = await search({ text: asked.query, limit: asked.limit, filter });
      return asJson({ results: hits.map((page) => asResult(asSearchResult(page), addressOf)) });
    },
  );
  server.registerTool(
    'fetch',
    {
      title: 'Read a page of the docs',
      description: `One page of the ${name} docs as Markdown.`,
      inputSchema: z.object({ id }),
      annotations: readOnly,
    },
    async (asked) => {
      const page = findPage(docs, asked.id);
      if (page === undefined) return failure('There is no such page. Use an id that search gave.');
      const { path, title, url, markdown } = page;
      return asJson({
        id: pageId(path),
        title,
        url: addressOf(url),
        text: markdown.slice(0, maxPageLength),
        metadata: {},
      });
    },
  );
  return server;
}

function asResult({ path, url, metadata }: SearchResultItem, addressOf: Docs['addressOf']) {
  const { title, heading, anchor, snippet } = metadata;
  return {
    id: pageId(path, anchor),
    title,
    heading,
    url: addressOf(url),
    text: snippet,
  };
}

function asJson(value: Record<string, unknown>): CallToolResult {
  return result(JSON.stringify(value), value);
}
