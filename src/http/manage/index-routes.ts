import { z } from '@hono/zod-openapi';
import { DocentError } from '../../errors.ts';
import { indexPagesSchema, readIndexPageSchema } from '../../protocol/manage/index-page-schema.ts';
import type { Route } from '../route.ts';
import { answerOf } from './answer-of.ts';

const shared = { method: 'get', tag: 'Projects', key: 'admin', errors: ['not_ready'] } as const;
const path = '/manage/v1/projects/{projectId}/index';
const most = 500;

const pagesFilter = z.object({
  text: z.string().max(300).optional().describe('Of the title or path.'),
  version: z.string().max(200).optional(),
  language: z.string().max(200).optional(),
});

const pagesAnswer = answerOf(indexPagesSchema, 'Public pages by their paths, as the live index holds them.');

const pagesRoute: Route<undefined, 'project', z.infer<typeof pagesFilter>> = {
  ...shared,
  errors: [...shared.errors],
  path: `${path}/pages`,
  summary: 'List the pages of the index',
  filter: pagesFilter,
  success: pagesAnswer,
  async handle({ deps, admission: { project }, filter: { text = '', ...filter }, headers }) {
    await using docs = await deps.indexes.lease(project);
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    const found = docs.index
      .list(filter)
      .filter(({ title, path }) => words.every((word) => `${title}\n${path}`.toLowerCase().includes(word)));
    const { versions, languages } = docs.index;
    const shown = { versions: [...versions], languages: [...languages], deploymentId: docs.deployment.id };
    return pagesAnswer.json({ items: found.slice(0, most), total: found.length, ...shown }, headers);
  },
};

const pageFilter = z.object({ path: z.string().max(2_000) });
const pageAnswer = answerOf(readIndexPageSchema, 'The page with its sections in their order.');

const pageRoute: Route<undefined, 'project', z.infer<typeof pageFilter>> = {
  ...shared,
  errors: [...shared.errors],
  path: `${path}/page`,
  summary: 'Read a page of the index, section by section as it is searched',
  filter: pageFilter,
  success: pageAnswer,
  async handle({ deps, admission: { project }, filter, headers }) {
    await using docs = await deps.indexes.lease(project);
    const page = docs.index.page(filter.path);
    if (page === undefined) throw new DocentError('not_found', 'The index has no such public page.');
    const { path, url, title, description, version, language, file, tags } = page;
    const sections = docs.index.sections(path).map(({ anchor, headingPath, text }) => {
      return { anchor, headings: headingPath, text };
    });
    return pageAnswer.json(
      { path, url, title, description, version, language, file, tags, sections },
      headers,
    );
  },
};

export const indexRoutes = [pagesRoute, pageRoute];
