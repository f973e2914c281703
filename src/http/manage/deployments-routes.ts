import { z } from '@hono/zod-openapi';
import { DocentError } from '../../errors.ts';
import { type Deployment, findDeployment, pageOfDeployments } from '../../store/deployments.ts';
import { rollBack } from '../../deployments/roll-back.ts';
import { fromCursor, iso, listOf, pageFilter, toCursor } from '../paging.ts';
import { json } from '../respond.ts';
import type { Route } from '../route.ts';
import { answerOf, bodyOf } from './request.ts';

export const deploymentSchema = z
  .object({
    id: z.string(),
    projectId: z.string(),
    status: z.enum(['queued', 'in_progress', 'success', 'failure']),
    summary: z.string(),
    current: z.boolean().describe('This one answers now.'),
    commit: z
      .object({
        sha: z.string(),
        ref: z.string(),
        message: z.string(),
        filesChanged: z.object({
          added: z.array(z.string()),
          modified: z.array(z.string()),
          removed: z.array(z.string()),
        }),
      })
      .nullable(),
    source: z.looseObject({ kind: z.string() }).describe('The first of the sources.'),
    sources: z.array(z.looseObject({ kind: z.string() })),
    progress: z
      .object({
        phase: z.string(),
        done: z.number(),
        total: z.number(),
        secondsLeft: z.number().nullable().describe('Of this phase, by how fast it has gone.'),
      })
      .nullable(),
    cause: z.enum(['request', 'start', 'push', 'poll', 'watch', 'recovery', 'rollback']),
    restoredFrom: z.string().nullable().describe('The earlier deployment whose docs answer again.'),
    kept: z.boolean().describe('Its index is kept: it can be rolled back to.'),
    createdAt: z.string(),
    endedAt: z.string().nullable(),
  })
  .openapi('ManagedDeployment');

/** A deployment as lists show it: without its log. */
export function showDeployment(deployment: Deployment, project: { currentDeploymentId: string | null }) {
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

const shared = { tag: 'Deployments', key: 'admin' } as const;
const path = '/manage/v1/projects/{projectId}/deployments';

const listRoute: Route<undefined, 'project', z.infer<typeof pageFilter>> = {
  ...shared,
  method: 'get',
  path,
  summary: 'List deployments',
  filter: pageFilter,
  success: answerOf(listOf(deploymentSchema), 'Newest first, without their logs.'),
  async handle({ deps, admission: { project }, filter: { limit, cursor }, headers }) {
    const page = { limit, after: fromCursor(cursor) };
    const { rows, next } = await pageOfDeployments(deps.store, project.id, page);
    const items = rows.map((row) => showDeployment(row, project));
    return json(200, { items, nextCursor: toCursor(next) }, headers);
  },
};

const getRoute: Route<undefined> = {
  ...shared,
  method: 'get',
  path: `${path}/{deploymentId}`,
  summary: 'Get a deployment with its log',
  success: answerOf(deploymentSchema.extend({ logs: z.array(z.string()) }), 'The deployment.'),
  async handle({ deps, admission: { organization, project }, param, headers }) {
    const by = { organizationId: organization.id, id: param('deploymentId') };
    const found = await findDeployment(deps.store, by);
    if (found?.projectId !== project.id) {
      throw new DocentError('not_found', 'There is no deployment with this id.');
    }
    return json(200, { ...showDeployment(found, project), logs: found.logs }, headers);
  },
};

const rollBackBody = z
  .object({
    pin: z.boolean().default(false).describe('Stays there until it is unpinned, whatever is pushed.'),
  })
  .default({ pin: false })
  .openapi('RollBackRequest');

const rollBackRoute: Route<z.output<typeof rollBackBody>> = {
  ...shared,
  method: 'post',
  path: `${path}/{deploymentId}/restore`,
  summary: 'Roll back to an earlier deployment',
  body: { ...bodyOf(rollBackBody), optional: true },
  limit: 'deployment',
  action: 'deployment.restore',
  success: answerOf(deploymentSchema, 'The deployment that answers now.'),
  errors: ['conflict'],
  async handle({ deps, admission: { project }, param, body: { pin }, headers, note }) {
    const restored = await rollBack(deps, project, { to: param('deploymentId'), pin });
    note({
      target: { kind: 'deployment', id: param('deploymentId'), name: restored.summary },
      details: { pin, before: project.currentDeploymentId, after: restored.id },
    });
    return json(200, showDeployment(restored, { currentDeploymentId: restored.id }), headers);
  },
};

export const deploymentRoutes = [listRoute, getRoute, rollBackRoute];
