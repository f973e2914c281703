import { z } from '@hono/zod-openapi';
import { brokenInDocs } from '../../agent/stated-facts.ts';
import { findingKinds } from '../../lib/finding-kinds.ts';
import { findingsSchema } from '../../protocol/manage/finding-schema.ts';
import { csv } from '../csv-answer.ts';
import { iso, pageFilter, readCursor, toCursor } from '../page-filter.ts';
import { answerOf, route } from '../json-route.ts';

const filter = pageFilter.extend({
  kind: z.enum(findingKinds).optional(),
  format: z.enum(['json', 'csv']).default('json'),
});

/** The problems that were found in the docs, with the facts that merges broke. */
export const findingsRoute = route({
  method: 'get',
  path: '/manage/v1/projects/{projectId}/index/findings',
  summary:
    'List the problems of the docs: broken links, leaked syntax, incomplete pages, facts that code broke',
  tag: 'Projects',
  key: 'admin',
  filter,
  success: answerOf(
    findingsSchema,
    'The findings of the last deployment, at most 500 of each kind; with `format=csv` one row each.',
  ),
  errors: ['not_ready'],
  async handle({ deps, admission: { project }, filter: { limit, cursor, kind, format }, headers }) {
    await using docs = await deps.indexes.lease(project);
    const health = docs.index.health({ kind });
    const claims = await brokenInDocs(deps.store, project.id, docs.index);
    const found = [...(kind === undefined || kind === 'claim' ? claims : []), ...(health?.findings ?? [])];
    if (format === 'csv') return csv(headers, 'findings', found, ['kind', 'file', 'line', 'text']);
    const [from] = readCursor(cursor, z.tuple([z.number().int().min(0)])) ?? [0];
    const next = from + limit < found.length ? { at: from + limit } : null;
    const counts = health && { ...health.counts, ...(claims.length > 0 && { claim: claims.length }) };
    const all = Object.entries(counts ?? {}).filter(([one]) => kind === undefined || one === kind);
    const total = all.reduce((sum, [, count]) => sum + count, 0);
    const { id: deploymentId, deployedAt } = docs.deployment;
    return {
      items: found.slice(from, from + limit),
      nextCursor: toCursor(next),
      total,
      counts,
      deployedAt: iso(deployedAt),
      deploymentId,
    };
  },
});
