import { z } from '@hono/zod-openapi';
import { pageAddress } from '../../analytics/asked-question.ts';
import { DocentError } from '../../errors.ts';
import { indexPagesSchema, readIndexPageSchema } from '../../protocol/manage/index-page-schema.ts';
import { listPageUse } from '../../store/turn-pages.ts';
import type { Store } from '../../store/store.ts';
import { period } from './period.ts';
import { csv } from '../csv-answer.ts';
import { iso } from '../page-filter.ts';
import { answerOf, route } from '../json-route.ts';

const shared = { method: 'get', tag: 'Projects', key: 'admin', errors: ['not_ready'] } as const;
const path = '/manage/v1/projects/{projectId}/index';
const maxPages = 500;

const pagesFilter = z.object({
  text: z.string().max(300).optional().describe('Of the title or path.'),
  version: z.string().max(200).optional(),
  language: z.string().max(200).optional(),
  format: z.enum(['json', 'csv']).default('json'),
});

const pagesRoute = route({
  ...shared,
  errors: [...shared.errors],
  path: `${path}/pages`,
  summary: 'List the pages of the index',
  filter: pagesFilter,
  success: answerOf(
    indexPagesSchema,
    'The public pages of the live index, by path; with `format=csv` one row each.',
  ),
  async handle({ deps, admission: { project }, filter: { text = '', format, ...filter }, headers }) {
    await using docs = await deps.indexes.lease(project);
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    const found = docs.index
      .list(filter)
      .filter(({ title, path }) => words.every((word) => `${title}\n${path}`.toLowerCase().includes(word)));
    if (format === 'csv') return csv(headers, 'pages', found, ['title', 'path', 'url']);
    const { versions, languages } = docs.index;
    const { id: deploymentId, deployedAt } = docs.deployment;
    const shown = { versions: [...versions], languages: [...languages], deploymentId };
    const items = found.slice(0, maxPages);
    return { items, total: found.length, ...shown, deployedAt: iso(deployedAt) };
  },
});

const pageFilter = z.object({ path: z.string().max(2_000) });
const pageRoute = route({
  ...shared,
  errors: [...shared.errors],
  path: `${path}/page`,
  summary: 'Get a page of the index with its sections',
  filter: pageFilter,
  success: answerOf(readIndexPageSchema, 'The page with its sections in order.'),
  async handle({ deps, admission: { project }, filter }) {
    await using docs = await deps.indexes.lease(project);
    const page = docs.index.page(filter.path);
    if (page === undefined) throw new DocentError('not_found', 'The index has no such public page.');
    const { path, url, title, description, version, language, file, tags } = page;
    const sections = docs.index.sections(path).map(({ anchor, headingPath, text }) => {
      return { anchor, headings: headingPath, text };
    });
    const about = {
      readAt: iso(docs.index.readAt(file)),
      use: await usedLately(deps.store, project.id, { url, title, path }),
      findings: docs.index.health({ file })?.findings ?? [],
    };
    return { path, url, title, description, version, language, file, tags, ...about, sections };
  },
});

/** How the answers of the last 30 days used a page. */
async function usedLately(
  store: Store,
  projectId: string,
  page: { url: string; title: string; path: string },
) {
  const time = await period(store, {});
  const [use] = await listPageUse(store, { projectId, ...time, urls: [pageAddress(page.url)] });
  return use === undefined ? null : { ...use, ...page };
}

export const indexRoutes = [pagesRoute, pageRoute];
