import { z } from '@hono/zod-openapi';
import { findingSchema } from './finding-schema.ts';
import { usedPageSchema } from './page-use-schema.ts';

const listed = {
  path: z.string().describe('Without a leading slash.'),
  url: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  version: z.string().nullable(),
  language: z.string().nullable(),
};

const indexPageSchema = z.object(listed).openapi('IndexPage');
export type IndexPage = z.output<typeof indexPageSchema>;

export const indexPagesSchema = z
  .object({
    items: z.array(indexPageSchema),
    total: z.number().describe('How many match; at most 500 are in `items`.'),
    versions: z.array(z.string()),
    languages: z.array(z.string()),
    deploymentId: z.string(),
    deployedAt: z.string().nullable().describe('When the docs were last checked against their sources.'),
  })
  .openapi('IndexPages');
export type IndexPages = z.output<typeof indexPagesSchema>;

export const readIndexPageSchema = indexPageSchema
  .extend({
    file: z.string().describe('Its position in its source.'),
    tags: z.array(z.string()),
    readAt: z.string().nullable().describe('When its file last changed; null when unknown.'),
    use: usedPageSchema.nullable().describe('In the answers of the last 30 days; null without any.'),
    findings: z.array(findingSchema).describe('The findings in its file.'),
    sections: z.array(
      z.object({ anchor: z.string().nullable(), headings: z.array(z.string()), text: z.string() }),
    ),
  })
  .openapi('ReadIndexPage');
export type ReadIndexPage = z.output<typeof readIndexPageSchema>;
