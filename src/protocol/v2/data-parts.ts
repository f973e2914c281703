import { z } from '@hono/zod-openapi';
import { citationSchema } from '../citations.ts';

/** The data of the stream's `data-*` parts by name, as `dataPartSchemas` of AI SDK clients take it. */
export const DataParts = z
  .object({
    thread: z.object({ threadId: z.string() }),
    citations: z.array(citationSchema).describe('Only where the request asks for `citations: "data"`.'),
    suggestions: z.object({
      suggestions: z.array(z.object({ text: z.string(), path: z.string(), url: z.string() })),
    }),
  })
  .openapi('V2DataParts');

export type DataParts = z.output<typeof DataParts>;
