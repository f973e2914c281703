import { z } from '@hono/zod-openapi';
import { DocentError } from '../../errors.ts';
import { deletePreview, deployPreview } from '../../deployments/previews.ts';
import { listPreviews } from '../../store/previews.ts';
import { iso } from '../paging.ts';
import { json } from '../respond.ts';
import type { Route } from '../route.ts';
import { answerOf, bodyOf, done, noContent } from './request.ts';
import type { Project } from '../../store/projects.ts';

const shared = { tag: 'Deployments', key: 'admin' } as const;
const path = '/manage/v1/projects/{projectId}/previews';

const previewSchema = z
  .object({
    id: z.string().describe('A project id: its deployments are listed by it.'),
    branch: z.string(),
    domain: z.string().describe('In the place of the project’s domain on every assistant endpoint.'),
    currentDeploymentId: z.string().nullable(),
    createdAt: z.string(),
    expiresAt: z.string().describe('When it is deleted, if nothing is deployed until then.'),
  })
  .openapi('Preview');

function show({ id, domain, currentDeploymentId, createdAt, preview }: Project) {
  const times = { createdAt: iso(createdAt), expiresAt: iso(preview!.expiresAt) };
  return { id, branch: preview!.branch, domain, currentDeploymentId, ...times };
}

const listRoute: Route<undefined> = {
  ...shared,
  method: 'get',
  path,
  summary: 'List previews',
  success: answerOf(z.object({ items: z.array(previewSchema) }), 'Oldest first.'),
  async handle({ deps, admission: { project }, headers }) {
    const previews = await listPreviews(deps.store, project.id);
    return json(200, { items: previews.map(show) }, headers);
  },
};

const newPreview = z.object({ branch: z.string().min(1).max(200) }).openapi('NewPreview');

const createRoute: Route<z.infer<typeof newPreview>> = {
  ...shared,
  method: 'post',
  path,
  summary: 'Deploy a branch as a preview',
  body: bodyOf(newPreview),
  limit: 'deployment',
  action: 'preview.deploy',
  success: answerOf(
    previewSchema.extend({ statusId: z.string() }),
    'The preview; ask for the status of its deployment.',
    202,
  ),
  errors: ['conflict'],
  async handle({ deps, admission: { project }, body: { branch }, headers, note }) {
    const { preview, statusId } = await deployPreview(deps, project, branch, 'request');
    note({ target: { kind: 'preview', id: preview.id, name: branch } });
    return json(202, { ...show(preview), statusId }, headers);
  },
};

const deleteRoute: Route<undefined> = {
  ...shared,
  method: 'delete',
  path: `${path}/{previewId}`,
  summary: 'Delete a preview',
  action: 'preview.delete',
  success: noContent,
  async handle({ deps, admission: { project }, param, headers, note }) {
    const previews = await listPreviews(deps.store, project.id);
    const preview = previews.find(({ id }) => id === param('previewId'));
    if (preview === undefined) throw new DocentError('not_found', 'There is no preview with this id.');
    await deletePreview(deps, preview);
    note({ target: { kind: 'preview', id: preview.id, name: preview.name } });
    return done(headers);
  },
};

export const previewRoutes = [listRoute, createRoute, deleteRoute];
