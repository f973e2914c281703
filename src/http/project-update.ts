import { z } from '@hono/zod-openapi';
import { DocentError } from '../errors.ts';
import { findDeployment } from '../store/deployments.ts';
import { showDeployment } from './manage/deployments-routes.ts';
import { deploymentSchema } from '../protocol/manage/deployment-schema.ts';
import { answerOf, bodyOf, route } from './json-route.ts';
import { requestDeployment } from '../deployments/request-deployment.ts';
import { requireUnpinned } from '../deployments/pinned.ts';

const shared = { tag: 'Deployments', key: 'admin' } as const;

const updateBody = z
  .object({
    confirm: z
      .boolean()
      .default(false)
      .describe('Continues even when more than half of the pages would vanish.'),
  })
  .default({ confirm: false })
  .openapi('UpdateRequest');

/** `POST /v1/project/update/{projectId}`: reads the docs again, in the background. */
const updateRoute = route({
  ...shared,
  method: 'post',
  path: '/v1/project/update/{projectId}',
  summary: 'Deploy the docs',
  limit: 'deployment',
  action: 'deployment.start',
  success: answerOf(
    z.object({ statusId: z.string() }).openapi('UpdateStarted'),
    'Started; ask for its status.',
    202,
  ),
  body: { ...bodyOf(updateBody), optional: true },
  errors: ['conflict'],
  async handle({ deps, admission: { project }, body }) {
    requireUnpinned(project);
    const wish = { cause: 'request', confirmed: body.confirm } as const;
    return { statusId: await requestDeployment(deps.store, project, wish) };
  },
});

const statusSchema = deploymentSchema
  .omit({ id: true, current: true })
  .extend({ _id: z.string(), logs: z.array(z.string()) })
  .openapi('Deployment');

/** `GET /v1/project/update-status/{statusId}`. */
const statusRoute = route({
  ...shared,
  scope: 'organization',
  method: 'get',
  path: '/v1/project/update-status/{statusId}',
  summary: 'Get the status of a deployment',
  success: answerOf(statusSchema, 'The deployment.'),
  async handle({ deps, admission: { organization }, param }) {
    const found = await findDeployment(deps.store, {
      organizationId: organization.id,
      id: param('statusId'),
    });
    if (found === undefined) throw new DocentError('not_found', 'There is no deployment with this id.');
    const { id, current: _, ...shown } = showDeployment(found, { currentDeploymentId: null });
    return { _id: id, ...shown, logs: found.logs };
  },
});

export const projectUpdateRoutes = [updateRoute, statusRoute];
