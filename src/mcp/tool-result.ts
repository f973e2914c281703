import type { CallToolResult } from '@modelcontextprotocol/server';

/** Annotations of read-only tools. */
export const readOnly = { readOnlyHint: true, openWorldHint: false } as const;

/** A result as Markdown for the model and as structured content for programs. */
export function result(text: string, structuredContent: Record<string, unknown>): CallToolResult {
  return { content: [{ type: 'text', text }], structuredContent };
}

/** An error that the model can act on. */
export function failure(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}
