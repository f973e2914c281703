import { createMcpHandler, SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server';
import { createChatGptServer } from './chatgpt-server.ts';
import { createDocsServer } from './docs-server.ts';
import type { Docs } from './docs.ts';

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
