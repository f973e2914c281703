import type { CallToolResult } from '@modelcontextprotocol/server';

/** Tools that only look. */
export const readOnly = { readOnlyHint: true, openWorldHint: false } as const;

/** Markdown for the model, and the same for programs. */
export function result(text: string, structuredContent: Record<string, unknown>): CallToolResult {
  return { content: [{ type: 'text', text }], structuredContent };
}

/** What a model can do something about. */
export function failure(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}
