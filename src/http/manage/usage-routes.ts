import { counted, usageSchema } from '../../protocol/manage/usage-schema.ts';
import { z } from '@hono/zod-openapi';
import { reportUsage } from '../../analytics/usage-report.ts';
import { csv } from '../csv-answer.ts';
import { rangeFilter } from '../page-filter.ts';
import { answerOf, route } from '../json-route.ts';
import { period } from './period.ts';

const columns = Object.keys(counted) as (keyof typeof counted)[];

const filter = rangeFilter.extend({
  projectId: z.string().max(128).optional(),
  format: z.enum(['json', 'csv']).default('json'),
});

export const usageRoute = route({
  method: 'get',
  path: '/manage/v1/organizations/{organization}/usage',
  summary: 'Get the usage by day and by project',
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
    if (format === 'json') return shown;
    return csv(headers, 'usage', rows, ['date', 'domain', ...columns]);
  },
});
