import type { z } from '@hono/zod-openapi';
import { pushDocs } from '../../deployments/push-docs.ts';
import { storeTexts } from '../../deployments/pushed-texts.ts';
import { requireUnpinned } from '../../deployments/pinned.ts';
import { requestDeployment } from '../../deployments/request-deployment.ts';
import { DocentError } from '../../errors.ts';
import { pushAnswerSchema, pushSchema, pushTextsSchema } from '../../protocol/manage/push-schema.ts';
import type { Project } from '../../store/projects.ts';
import type { Route } from '../route.ts';
import { answerOf, bodyOf, done, noContent } from './answer-of.ts';

/** Bytes: one text of the maximum size, as JSON. */
const maxBytes = 24 * 1024 ** 2;

const shared = { method: 'post', tag: 'Deployments', key: 'admin' } as const;
const path = '/manage/v1/projects/{projectId}/push';

const pushAnswer = answerOf(pushAnswerSchema, 'The started deployment, or the missing texts.');

const pushRoute: Route<z.output<typeof pushSchema>> = {
  ...shared,
  path,
  summary: 'Push docs, and deploy them',
  body: { ...bodyOf(pushSchema), maxBytes },
  limit: 'deployment',
  action: 'deployment.push',
  success: pushAnswer,
  errors: ['conflict'],
  async handle({ deps: { store }, admission: { project }, body: { source, files, confirm }, headers, note }) {
    const name = pushedSourceOf(project, source);
    requireUnpinned(project);
    const { missing } = await pushDocs(store, files, { projectId: project.id, name, again: true });
    if (missing.length > 0) {
      note({ organizationId: null });
      return pushAnswer.json({ statusId: null, missing }, headers);
    }
    note({ details: { files: files.length, ...(name !== '' && { source: name }) } });
    const statusId = await requestDeployment(store, project, { cause: 'request', confirmed: confirm });
    return pushAnswer.json({ statusId, missing }, headers);
  },
};

const textsRoute: Route<z.output<typeof pushTextsSchema>> = {
  ...shared,
  path: `${path}/texts`,
  summary: 'Upload the missing texts of a push',
  body: { ...bodyOf(pushTextsSchema), maxBytes },
  success: noContent,
  errors: ['conflict'],
  async handle({ deps, admission: { project }, body: { texts }, headers, note }) {
    note({ organizationId: null });
    requirePushed(project);
    await storeTexts(deps.sources.pushed, project.id, texts);
    return done(headers);
  },
};

/**
 * @param wanted the source's name; without one, the only pushed source or the one without a name
 * @returns the name of its docs
 * @throws DocentError `conflict`
 */
function pushedSourceOf(project: Project, wanted: string | undefined): string {
  const names = requirePushed(project);
  const name = wanted ?? (names.length === 1 ? names[0]! : '');
  if (names.includes(name)) return name;
  const known = names.filter((one) => one !== '').join(', ') || 'none with a name';
  throw new DocentError('conflict', `Name the pushed source of this project: ${known}.`);
}

/** @returns the names of the project's pushed sources @throws DocentError `conflict` */
function requirePushed({ sources, preview }: Project): string[] {
  const names = sources.flatMap((source) => (source.kind === 'pushed' ? [source.name ?? ''] : []));
  if (preview === undefined && names.length > 0) return names;
  throw new DocentError(
    'conflict',
    'This project has no pushed source. Add the source {"kind": "pushed"} first.',
  );
}

export const pushRoutes = [pushRoute, textsRoute];
