import { type CallToolResult, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { SearchResultItem } from '../assistant/answer-event.ts';
import type { SearchIndex } from '../retrieval/open-index.ts';
import type { SearchQuery } from '../retrieval/search.ts';

/** The docs of one project as one caller may see them. */
type SharedDocs = {
  name: string;
  index: Pick<SearchIndex, 'page'>;
  search(query: SearchQuery): Promise<SearchResultItem[]>;
  /** Access groups of the caller; none: public pages only. */
  groups: string[];
};

const maxQueryLength = 10_000;
const maxPageLength = 100_000;
const maxResults = 20;

const readOnly = { readOnlyHint: true, openWorldHint: false } as const;

const query = z.string().min(1).max(maxQueryLength).describe('A question or keywords.');
const limit = z.number().int().min(1).max(maxResults).default(8).describe('How many pages.');
const version = z.string().max(100).optional().describe('Only pages of this version of the product.');
const language = z.string().max(35).optional().describe('Only pages in this language, such as `en`.');
const id = z.string().min(1).max(2000).describe('The id or URL of a search result, or the path of a page.');

/**
 * The docs as an MCP server with two tools. Their names, arguments and answers are those that ChatGPT's connectors and
 * deep research ask for: https://platform.openai.com/docs/mcp
 */
export function createDocsServer({ name, index, search, groups }: SharedDocs): McpServer {
  const server = new McpServer({ name: `${name} docs`, version: '1' });
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
      const found = await search({ text: asked.query, limit: asked.limit, filter });
      return asJson({ results: found.map(asResult) });
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
      const page = index.page(asked.id, groups);
      if (page === undefined) return failure('There is no such page. Use an id that search gave.');
      const { path, title, url, markdown } = page;
      return asJson({ id: path, title, url, text: markdown.slice(0, maxPageLength), metadata: {} });
    },
  );
  return server;
}

function asResult({ path, url, metadata }: SearchResultItem) {
  const { title, heading, anchor, snippet } = metadata;
  return { id: anchor === null ? path : `${path}#${anchor}`, title, heading, url, text: snippet };
}

function asJson(value: Record<string, unknown>): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(value) }], structuredContent: value };
}

function failure(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}
