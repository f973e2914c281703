import { z } from '@hono/zod-openapi';

/** The data of the stream's `data-*` parts by name, as `dataPartSchemas` of AI SDK clients take it. */
export const DataParts = z
  .object({
    thread: z.object({ threadId: z.string() }),
    suggestions: z.object({
      suggestions: z.array(z.object({ text: z.string(), path: z.string(), url: z.string() })),
    }),
  })
  .openapi('V2DataParts');

export type DataParts = z.output<typeof DataParts>;
