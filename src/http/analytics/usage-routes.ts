import { counted, usageSchema } from '../../protocol/manage/usage.ts';
import { z } from '@hono/zod-openapi';
import { reportUsage } from '../../analytics/usage-report.ts';
import { invalidRequest } from '../../protocol/validate.ts';
import { toCsv } from '../csv.ts';
import { rangeFilter } from '../paging.ts';
import type { Route } from '../route.ts';
import { answerOf } from '../manage/request.ts';

const dayMs = 86_400_000;
const usualDays = 30;
const maxDays = 366;

const columns = Object.keys(counted) as (keyof typeof counted)[];

const filter = rangeFilter.extend({
  projectId: z.string().max(128).optional(),
  format: z.enum(['json', 'csv']).default('json'),
});

const usageAnswer = answerOf(usageSchema, 'The usage; or with `format=csv` a row for each day and project.');

export const usageRoute: Route<undefined, 'organization', z.infer<typeof filter>> = {
  method: 'get',
  path: '/manage/v1/organizations/{organization}/usage',
  summary: 'What was used, by day and by project',
  tag: 'Usage',
  scope: 'organization',
  key: 'admin',
  filter,
  success: usageAnswer,
  async handle({
    deps,
    admission: { organization },
    filter: { projectId, dateFrom, dateTo, format },
    headers,
  }) {
    const to = dateTo ?? (await deps.store.now()) + 1;
    const from = dateFrom ?? to - usualDays * dayMs;
    if (to <= from || to - from > maxDays * dayMs) {
      throw invalidRequest([{ path: 'dateFrom', message: `must be 1 to ${maxDays} days before dateTo` }]);
    }
    const report = await reportUsage(deps.store, { organizationId: organization.id, projectId, from, to });
    const { rows, ...shown } = report;
    if (format === 'json') return usageAnswer.json(shown, headers);
    return new Response(toCsv(rows, ['date', 'domain', ...columns]), {
      headers: {
        ...headers,
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="usage.csv"',
        'cache-control': 'no-store',
      },
    });
  },
};
