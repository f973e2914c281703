import { type Overview, overviewSchema } from '../../protocol/manage/overview-schema.ts';
import type { Admission } from '../../accounts/admit.ts';
import { readCreditState } from '../../accounts/organization-plan.ts';
import { firstTextTimes } from '../../analytics/first-text.ts';
import { reportUsage } from '../../analytics/usage-report.ts';
import { countMembers } from '../../store/members.ts';
import { listNewestReaders } from '../../store/threads.ts';
import { pageOfDeployments } from '../../store/deployments.ts';
import type { Deps } from '../deps.ts';
import { showDeployment } from './deployments-routes.ts';
import { showCredits } from './plan-routes.ts';
import { answerOf, route } from '../json-route.ts';

const dayMs = 86_400_000;

/** The numbers on a project's home page. */
export const overviewRoute = route({
  method: 'get',
  path: '/manage/v1/projects/{projectId}/overview',
  summary: 'How a project is doing',
  tag: 'Projects',
  key: 'admin',
  success: answerOf(overviewSchema, 'The overview.'),
  async handle({ deps, admission }) {
    const { store, config } = deps;
    const { organization, project } = admission;
    const by = { organizationId: organization.id, projectId: project.id };
    const to = await store.now();
    const { totals, before, days } = await reportUsage(store, { ...by, from: to - 29 * dayMs, to: to + 1 });
    const { date: _, ...today } = days.at(-1)!;
    const [lastDeployment = null] = (await pageOfDeployments(store, project.id, { limit: 1 })).rows;
    const credits = await readCreditState(store, organization, config.answers.creditsPerMonth);
    const asked = await listNewestReaders(store, project.id);
    const shown = {
      index: await indexState(deps, project, lastDeployment?.status),
      lastDeployment: lastDeployment && showDeployment(lastDeployment, project),
      today,
      last30Days: { ...totals, before, days },
      firstText: await firstTextTimes(store, project.id),
      credits: credits.perMonth === null ? null : showCredits(credits),
      agent: { model: deps.agent.deps.modelName },
      setUp: {
        deployed: project.currentDeploymentId !== null,
        address: project.baseUrl !== null || (await isInConfiguration(deps, project)),
        model: deps.models.some(({ provider }) => provider !== 'docent'),
        tag: asked.some((fp) => fp.startsWith('web_')),
        asked: asked.length > 0,
        team: (await countMembers(store, organization.id)) > 1,
      },
    };
    return shown;
  },
});

/** Whether the docs' own configuration says where their site is. */
async function isInConfiguration(deps: Deps, project: Admission['project']): Promise<boolean> {
  if (project.currentDeploymentId === null) return false;
  try {
    await using docs = await deps.indexes.lease(project);
    return /^https?:/.test(docs.index.list({ groups: [] })[0]?.url ?? '');
  } catch {
    return false;
  }
}

async function indexState(
  deps: Deps,
  project: Admission['project'],
  last: string | undefined,
): Promise<Overview['index']> {
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
