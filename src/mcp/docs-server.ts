import { createMcpHandler, McpServer, SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server';
import { createChatGptServer } from './chatgpt-server.ts';
import type { Docs } from './docs.ts';
import { mcpVersion } from './server-card.ts';
import { addAskTool } from './tools/ask.ts';
import { addListTool } from './tools/list.ts';
import { addReadTool } from './tools/read.ts';
import { addReportTool } from './tools/report.ts';
import { addSearchTool } from './tools/search.ts';

const maxNamed = 20;

/** The docs as an MCP server for coding agents. */
export function createDocsServer(docs: Docs): McpServer {
  const server = new McpServer(
    { name: `${docs.name} docs`, version: mcpVersion },
    { instructions: instructionsOf(docs) },
  );
  addSearchTool(server, docs);
  addReadTool(server, docs);
  addListTool(server, docs);
  addAskTool(server, docs);
  addReportTool(server, docs);
  return server;
}

function instructionsOf({ name, index: { versions, languages } }: Docs): string {
  const named = (what: string, values: readonly string[]) =>
    values.length < 2 ? [] : [`${what}: ${values.slice(0, maxNamed).join(', ')}.`];
  return [
    `The documentation of ${name}. Look here before you write code that uses it or answer questions about it: what you remember may be of another version.`,
    '`search` gives whole sections with their code and is the best start. `read` gives a page, a section (`page#anchor`) or lines of it; go on with `fromLine` where it says so. `list` shows what pages there are. `ask` writes a cited answer. Say which page you rely on.',
    'When the docs lack or contradict something, `report` it.',
    ...named('Versions', versions),
    ...named('Languages', languages),
  ].join('\n');
}

/** The stateless revision, whose name the package keeps to itself, and those before it. */
export const mcpRevisions: readonly string[] = ['2026-07-28', ...SUPPORTED_PROTOCOL_VERSIONS];

/** Answers the messages of MCP clients. */
export function docsHandler(
  docs: Docs,
  { forChatGpt, onError }: { forChatGpt: boolean; onError: (error: Error) => void },
): Pick<ReturnType<typeof createMcpHandler>, 'fetch'> {
  return createMcpHandler(() => (forChatGpt ? createChatGptServer(docs) : createDocsServer(docs)), {
    // The server has no notifications to stream, and no stream may hold the index.
    maxSubscriptions: 0,
    onerror: onError,
  });
}
