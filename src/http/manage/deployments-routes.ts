import { deploymentSchema, wholeDeploymentSchema } from '../../protocol/manage/deployment-schema.ts';
import { z } from '@hono/zod-openapi';
import { DocentError } from '../../errors.ts';
import {
  type Deployment,
  type DeploymentSummary,
  findDeployment,
  findLastRead,
  pageOfDeployments,
} from '../../store/deployments.ts';
import type { Project } from '../../store/projects.ts';
import type { Store } from '../../store/store.ts';
import { timeLeft } from '../../deployments/time-left.ts';
import { rollBack } from '../../deployments/roll-back.ts';
import { listRoute } from '../list-answer.ts';
import { iso } from '../page-filter.ts';
import { answerOf, bodyOf, route } from '../json-route.ts';

/** A deployment in lists: without its log. */
export function showDeployment(
  deployment: DeploymentSummary,
  project: { currentDeploymentId: string | null },
) {
  const { id, projectId, status, summary, commit, sources, progress, createdAt, endedAt } = deployment;
  const current = id === project.currentDeploymentId;
  const times = { createdAt: iso(createdAt), endedAt: iso(endedAt) };
  return {
    id,
    projectId,
    status,
    summary,
    current,
    commit,
    source: sources[0]!,
    sources,
    progress,
    cause: deployment.cause,
    restoredFrom: deployment.restoredFrom,
    kept: status === 'success' && deployment.indexFile !== null,
    ...times,
  };
}

async function showWhole(store: Store, deployment: Deployment, project: Project) {
  const { steps, logs, endedAt } = deployment;
  const before = endedAt === null ? await findLastRead(store, project.id) : undefined;
  return {
    ...showDeployment(deployment, project),
    steps: steps.map((step) => ({ ...step, startedAt: iso(step.startedAt), endedAt: iso(step.endedAt) })),
    secondsLeft: endedAt === null ? timeLeft(steps, before?.steps ?? [], await store.now()) : null,
    logs,
  };
}

const shared = { tag: 'Deployments', key: 'admin' } as const;
const path = '/manage/v1/projects/{projectId}/deployments';

const getAll = listRoute({
  ...shared,
  path,
  summary: 'List deployments',
  item: deploymentSchema,
  order: 'Newest first, without their logs',
  read: ({ deps, admission: { project } }, page) => pageOfDeployments(deps.store, project.id, page),
  show: (deployment, { admission: { project } }) => showDeployment(deployment, project),
  file: 'deployments',
  columns: ['id', 'status', 'cause', 'summary', 'commit', 'createdAt', 'endedAt'],
});

const getRoute = route({
  ...shared,
  method: 'get',
  path: `${path}/{deploymentId}`,
  summary: 'Get a deployment with its log',
  success: answerOf(wholeDeploymentSchema, 'The deployment.'),
  async handle({ deps, admission: { organization, project }, param }) {
    const by = { organizationId: organization.id, id: param('deploymentId') };
    const found = await findDeployment(deps.store, by);
    if (found?.projectId !== project.id) {
      throw new DocentError('not_found', 'There is no deployment with this id.');
    }
    return showWhole(deps.store, found, project);
  },
});

const rollBackBody = z
  .object({
    pin: z.boolean().default(false).describe('Stays there until it is unpinned, whatever is pushed.'),
  })
  .default({ pin: false })
  .openapi('RollBackRequest');

const rollBackRoute = route({
  ...shared,
  method: 'post',
  path: `${path}/{deploymentId}/restore`,
  summary: 'Roll back to an earlier deployment',
  body: { ...bodyOf(rollBackBody), optional: true },
  limit: 'deployment',
  action: 'deployment.restore',
  success: answerOf(deploymentSchema, 'The deployment that is live now.'),
  errors: ['conflict'],
  async handle({ deps, admission: { project }, param, body: { pin }, note }) {
    const restored = await rollBack(deps, project, { to: param('deploymentId'), pin });
    note({
      target: { kind: 'deployment', id: param('deploymentId'), name: restored.summary },
      details: { pin, before: project.currentDeploymentId, after: restored.id },
    });
    return showDeployment(restored, { currentDeploymentId: restored.id });
  },
});

export const deploymentRoutes = [getAll, getRoute, rollBackRoute];
