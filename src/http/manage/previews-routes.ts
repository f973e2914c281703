import { previewSchema } from '../../protocol/manage/preview-schema.ts';
import { z } from '@hono/zod-openapi';
import { DocentError } from '../../errors.ts';
import { deletePreview, deployPreview } from '../../deployments/deploy-preview.ts';
import { listPreviews } from '../../store/previews.ts';
import { iso } from '../page-filter.ts';
import { answerOf, bodyOf, route } from '../json-route.ts';
import type { Project } from '../../store/projects.ts';

const shared = { tag: 'Deployments', key: 'admin' } as const;
const path = '/manage/v1/projects/{projectId}/previews';

function show({ id, domain, currentDeploymentId, createdAt, preview }: Project) {
  const times = { createdAt: iso(createdAt), expiresAt: iso(preview!.expiresAt) };
  return { id, branch: preview!.branch, domain, currentDeploymentId, ...times };
}

const listRoute = route({
  ...shared,
  method: 'get',
  path,
  summary: 'List previews',
  success: answerOf(z.object({ items: z.array(previewSchema) }), 'Oldest first.'),
  async handle({ deps, admission: { project } }) {
    const previews = await listPreviews(deps.store, project.id);
    return { items: previews.map(show) };
  },
});

const newPreview = z.object({ branch: z.string().min(1).max(200) }).openapi('NewPreview');

const createRoute = route({
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
  async handle({ deps, admission: { project }, body: { branch }, note }) {
    const { preview, statusId } = await deployPreview(deps, project, branch, 'request');
    note({ target: { kind: 'preview', id: preview.id, name: branch } });
    return { ...show(preview), statusId };
  },
});

const deleteRoute = route({
  ...shared,
  method: 'delete',
  path: `${path}/{previewId}`,
  summary: 'Delete a preview',
  action: 'preview.delete',
  async handle({ deps, admission: { project }, param, note }) {
    const previews = await listPreviews(deps.store, project.id);
    const preview = previews.find(({ id }) => id === param('previewId'));
    if (preview === undefined) throw new DocentError('not_found', 'There is no preview with this id.');
    await deletePreview(deps, preview);
    note({ target: { kind: 'preview', id: preview.id, name: preview.name } });
  },
});

export const previewRoutes = [listRoute, createRoute, deleteRoute];
