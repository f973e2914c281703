import { z } from '@hono/zod-openapi';

/** The lists of the dashboard that have filters. */
const viewedList = z.enum(['conversations', 'topics', 'gaps', 'searches', 'page-use', 'jobs']);
export type ViewedList = z.output<typeof viewedList>;

const maxFilters = 20;

export const newViewSchema = z
  .object({
    list: viewedList,
    name: z.string().trim().min(1).max(80),
    filters: z
      .record(z.string().max(40), z.union([z.string().max(2_000), z.number()]))
      .refine((filters) => Object.keys(filters).length <= maxFilters, `At most ${maxFilters} filters.`)
      .describe('As they are in the address of the dashboard’s list.'),
  })
  .openapi('NewSavedView');

export const savedViewSchema = newViewSchema
  .extend({ id: z.string(), createdAt: z.string() })
  .openapi('SavedView');
export type SavedView = z.output<typeof savedViewSchema>;
