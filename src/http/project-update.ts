import { z } from '@hono/zod-openapi';
import { DocentError } from '../errors.ts';
import { findDeployment } from '../store/deployments.ts';
import { showDeployment } from './manage/deployments-routes.ts';
import { deploymentSchema } from '../protocol/manage/deployment-schema.ts';
import { answerOf, bodyOf } from './manage/answer-of.ts';
import { requestDeployment } from '../deployments/request-deployment.ts';
import { requireUnpinned } from '../deployments/pinned.ts';
import type { Route } from './route.ts';

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

const updateAnswer = answerOf(
  z.object({ statusId: z.string() }).openapi('UpdateStarted'),
  'Started; ask for its status.',
  202,
);

/** `POST /v1/project/update/{projectId}`: reads the docs again, in the background. */
const updateRoute: Route<z.output<typeof updateBody>> = {
  ...shared,
  method: 'post',
  path: '/v1/project/update/{projectId}',
  summary: 'Deploy the docs',
  limit: 'deployment',
  action: 'deployment.start',
  success: updateAnswer,
  body: { ...bodyOf(updateBody), optional: true },
  errors: ['conflict'],
  async handle({ deps, admission: { project }, body, headers }) {
    requireUnpinned(project);
    const wish = { cause: 'request', confirmed: body.confirm } as const;
    return updateAnswer.json({ statusId: await requestDeployment(deps.store, project, wish) }, headers);
  },
};

const statusSchema = deploymentSchema
  .omit({ id: true, current: true })
  .extend({ _id: z.string(), logs: z.array(z.string()) })
  .openapi('Deployment');

const statusAnswer = answerOf(statusSchema, 'The deployment.');

/** `GET /v1/project/update-status/{statusId}`. */
const statusRoute: Route<undefined, 'organization'> = {
  ...shared,
  scope: 'organization',
  method: 'get',
  path: '/v1/project/update-status/{statusId}',
  summary: 'Get the status of a deployment',
  success: statusAnswer,
  async handle({ deps, admission: { organization }, param, headers }) {
    const found = await findDeployment(deps.store, {
      organizationId: organization.id,
      id: param('statusId'),
    });
    if (found === undefined) throw new DocentError('not_found', 'There is no deployment with this id.');
    const { id, current: _, ...shown } = showDeployment(found, { currentDeploymentId: null });
    return statusAnswer.json({ _id: id, ...shown, logs: found.logs }, headers);
  },
};

export const projectUpdateRoutes = [updateRoute, statusRoute];
