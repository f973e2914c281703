import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { asDocentError } from '../../errors.ts';
import type { Docs } from '../docs.ts';
import { failure, readOnly, result } from '../tool-result.ts';

const inputSchema = z.object({
  question: z.string().min(1).max(10_000),
  threadId: z.string().max(128).optional().describe('Of an earlier answer, to go on with it.'),
  threadKey: z.string().max(256).optional().describe('That came with the first answer of the thread.'),
});

const outputSchema = z.object({
  answer: z.string().describe('Markdown with numbered links to its sources.'),
  outcome: z.enum(['answered', 'partial', 'closest', 'not_in_docs']),
  usedMeaning: z.boolean().describe('Whether meaning was compared, not words alone.'),
  citations: z.array(z.object({ title: z.string(), url: z.string() })),
  threadId: z.string(),
  threadKey: z.string().nullable(),
});

export function addAskTool(server: McpServer, docs: Docs): void {
  server.registerTool(
    'ask',
    {
      title: 'Ask the docs',
      description: `An answer to a question from the ${docs.name} docs, with citations. Slower than search, and it counts as one of the project's answers.`,
      inputSchema,
      outputSchema,
      annotations: readOnly,
    },
    async (asked) => {
      try {
        const { text, sources, error, finish, threadKey } = await docs.ask(asked);
        if (error !== null || finish === null) return failure(error ?? 'The answer could not be finished.');
        const citations = sources.map(({ title, url }) => ({ title, url: docs.addressOf(url) }));
        const { threadId, outcome = 'closest', usedMeaning = false } = finish;
        return result(text, { answer: text, outcome, usedMeaning, citations, threadId, threadKey });
      } catch (thrown) {
        return failure(asDocentError(thrown).message);
      }
    },
  );
}
