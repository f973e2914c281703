import { z } from '@hono/zod-openapi';
import type { Admission } from '../../accounts/admit.ts';
import { pageOfKeys } from '../../accounts/keys.ts';
import { readCreditState } from '../../accounts/plan.ts';
import { firstTextTimes } from '../../analytics/first-text.ts';
import { reportUsage } from '../../analytics/usage-report.ts';
import { pageOfDeployments } from '../../store/deployments.ts';
import { json } from '../respond.ts';
import type { Deps } from '../deps.ts';
import type { Route } from '../route.ts';
import { deploymentSchema, showDeployment } from '../manage/deployments-routes.ts';
import { creditsSchema, showCredits } from '../manage/plan-routes.ts';
import { answerOf } from '../manage/request.ts';
import { totalsSchema } from './usage-routes.ts';

const dayMs = 86_400_000;

const overviewSchema = z
  .object({
    index: z.object({
      status: z.enum(['ready', 'building', 'missing']),
      pages: z.number().nullable(),
      sections: z.number().nullable(),
      vectors: z.enum(['none', 'building', 'ready']).nullable(),
    }),
    lastDeployment: deploymentSchema.nullable(),
    today: totalsSchema,
    last30Days: totalsSchema.extend({ days: z.array(totalsSchema.extend({ date: z.string() })) }),
    firstText: z.object({ p50Ms: z.number().nullable(), p95Ms: z.number().nullable() }),
    credits: creditsSchema.nullable(),
    agent: z.object({ model: z.string().describe('`scripted`: no language model, the built-in fixer.') }),
    setUp: z.object({ deployed: z.boolean(), keyMade: z.boolean(), asked: z.boolean() }),
  })
  .openapi('Overview');

/** What a project's home shows. */
export const overviewRoute: Route<undefined> = {
  method: 'get',
  path: '/manage/v1/projects/{projectId}/overview',
  summary: 'How a project is doing',
  tag: 'Projects',
  key: 'admin',
  success: answerOf(overviewSchema, 'The overview.'),
  async handle({ deps, admission, headers }) {
    const { store, config } = deps;
    const { organization, project } = admission;
    const by = { organizationId: organization.id, projectId: project.id };
    const to = await store.now();
    const { totals, days } = await reportUsage(store, { ...by, from: to - 29 * dayMs, to: to + 1 });
    const { date: _, ...today } = days.at(-1)!;
    const [lastDeployment = null] = (await pageOfDeployments(store, project.id, { limit: 1 })).rows;
    const credits = await readCreditState(store, organization, config.answers.creditsPerMonth);
    const keys = await pageOfKeys(store, by, { limit: 1 });
    const shown = {
      index: await indexState(deps, project, lastDeployment?.status),
      lastDeployment: lastDeployment && showDeployment(lastDeployment, project),
      today,
      last30Days: { ...totals, days },
      firstText: await firstTextTimes(store, project.id),
      credits: credits.perMonth === null ? null : showCredits(credits),
      agent: { model: deps.agent.deps.modelName },
      setUp: {
        deployed: project.currentDeploymentId !== null,
        keyMade: keys.rows.length > 0,
        asked: totals.answers > 0,
      },
    };
    return json(200, shown, headers);
  },
};

async function indexState(deps: Deps, project: Admission['project'], last: string | undefined) {
  const nothing = { pages: null, sections: null, vectors: null };
  const waits = last === 'queued' || last === 'in_progress';
  if (project.currentDeploymentId === null) return { status: waits ? 'building' : 'missing', ...nothing };
  try {
    await using docs = await deps.indexes.lease(project);
    const { pages, sections, embedding } = docs.index.info;
    const awaited = deps.config.embedding.name === 'none' ? 'none' : 'building';
    return { status: 'ready', pages, sections, vectors: embedding === null ? awaited : 'ready' };
  } catch {
    return { status: waits ? 'building' : 'missing', ...nothing };
  }
}
