import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { asDocentError } from '../../errors.ts';
import type { Docs } from '../docs.ts';
import { failure, result } from '../tool-result.ts';

const inputSchema = z.object({
  question: z.string().min(3).max(1_000).describe('What a reader wants to know and does not find.'),
  details: z.string().max(2_000).optional().describe('What is missing, wrong or out of date.'),
  page: z.string().max(200).optional().describe('The path of the page where it was looked for.'),
});

export function addReportTool(server: McpServer, docs: Docs): void {
  server.registerTool(
    'report',
    {
      title: 'Report what the docs lack',
      description: `Tells the people who write the ${docs.name} docs what is missing or wrong. Use it after search and read did not help; never put secrets or code of the user into it.`,
      inputSchema,
      outputSchema: z.object({ reported: z.boolean() }),
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    },
    async (reported) => {
      try {
        await docs.report(reported);
        return result('Reported. Thank you.', { reported: true });
      } catch (thrown) {
        return failure(asDocentError(thrown).message);
      }
    },
  );
}
