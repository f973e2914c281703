import { z } from '@hono/zod-openapi';
import { DocentError } from '../errors.ts';
import { cleanText } from '../lib/clean-text.ts';
import type { Route } from './route.ts';
import { validate } from '../protocol/validate.ts';
import { answerOf } from './json-route.ts';

const bodySchema = z
  .object({
    path: z
      .string()
      .max(2_000)
      .transform(cleanText)
      .describe('A path with or without leading slash, `.md` ending or anchor, or the full URL.'),
    groups: z.array(z.string()).max(100).optional(),
  })
  .openapi('PageRequest');

const filterSchema = z.object({
  source: z.enum(['0', '1', 'true', 'false']).optional().describe('`1` for the file as it is written.'),
});
type Filter = z.infer<typeof filterSchema>;

const pageSchema = z.object({ path: z.string(), content: z.string().describe('Markdown.') }).openapi('Page');

/** `POST /discovery/v1/page/{domain}`: one page as Markdown. */
export const pageRoute: Route<z.infer<typeof bodySchema>, 'project', Filter> = {
  method: 'post',
  path: '/discovery/v1/page/{domain}',
  summary: 'Read a page',
  tag: 'Assistant',
  key: 'assistant',
  filter: filterSchema,
  body: { schema: bodySchema, maxBytes: 1024 ** 2, parse: (body) => validate(bodySchema, body) },
  limit: 'page',
  success: answerOf(pageSchema, 'The page.'),
  groups: ({ groups }) => groups,
  async handle({ deps, admission, body, filter, reader }) {
    await using docs = await deps.indexes.lease(admission.project);
    const page = docs.index.page(body.path, reader.groups);
    if (page === undefined) throw new DocentError('not_found', 'There is no page at this path.');
    const wantsSource = filter.source === '1' || filter.source === 'true';
    const content = wantsSource ? docs.index.source(body.path, reader.groups) : page.markdown;
    return Response.json({ path: page.path, content });
  },
};
