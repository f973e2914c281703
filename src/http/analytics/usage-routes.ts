import { z } from '@hono/zod-openapi';
import { reportUsage } from '../../analytics/usage-report.ts';
import { csv } from '../csv-answer.ts';
import { rangeFilter } from '../paging.ts';
import { json } from '../respond.ts';
import type { Route } from '../route.ts';
import { answerOf } from '../manage/request.ts';
import { period } from './period.ts';

const counted = {
  answers: z.number(),
  answered: z.number(),
  partial: z.number(),
  unanswered: z.number(),
  failed: z.number(),
  inputTokens: z.number(),
  outputTokens: z.number(),
  costMicros: z.number().describe('Millionths of a US dollar.'),
  searches: z.number(),
  searchesWithoutResults: z.number(),
  helpful: z.number(),
  unhelpful: z.number(),
};
export const totalsSchema = z.object(counted);
const columns = Object.keys(counted) as (keyof typeof counted)[];

const usageSchema = z
  .object({
    totals: totalsSchema,
    days: z.array(totalsSchema.extend({ date: z.string() })),
    projects: z.array(totalsSchema.extend({ projectId: z.string(), domain: z.string(), name: z.string() })),
  })
  .openapi('Usage');

const filter = rangeFilter.extend({
  projectId: z.string().max(128).optional(),
  format: z.enum(['json', 'csv']).default('json'),
});

export const usageRoute: Route<undefined, 'organization', z.infer<typeof filter>> = {
  method: 'get',
  path: '/manage/v1/organizations/{organization}/usage',
  summary: 'What was used, by day and by project',
  tag: 'Usage',
  scope: 'organization',
  key: 'admin',
  filter,
  success: answerOf(usageSchema, 'The usage; or with `format=csv` a row for each day and project.'),
  async handle({
    deps,
    admission: { organization },
    filter: { projectId, dateFrom, dateTo, format },
    headers,
  }) {
    const { from, to } = await period(deps.store, { dateFrom, dateTo });
    const report = await reportUsage(deps.store, { organizationId: organization.id, projectId, from, to });
    const { rows, ...shown } = report;
    if (format === 'json') return json(200, shown, headers);
    return csv(headers, 'usage', rows, ['date', 'domain', ...columns]);
  },
};
