import { pushDocs } from '../../deployments/push-docs.ts';
import { storeTexts } from '../../deployments/pushed-texts.ts';
import { requireUnpinned } from '../../deployments/pinned.ts';
import { requestDeployment } from '../../deployments/request-deployment.ts';
import { DocentError } from '../../errors.ts';
import { pushAnswerSchema, pushSchema, pushTextsSchema } from '../../protocol/manage/push-schema.ts';
import type { Project } from '../../store/projects.ts';
import { answerOf, bodyOf, route } from '../json-route.ts';

/** Bytes: one text of the maximum size, as JSON. */
const maxBytes = 24 * 1024 ** 2;

const shared = { method: 'post', tag: 'Deployments', key: 'admin' } as const;
const path = '/manage/v1/projects/{projectId}/push';

const pushRoute = route({
  ...shared,
  path,
  summary: 'Push docs, and deploy them',
  body: { ...bodyOf(pushSchema), maxBytes },
  limit: 'deployment',
  action: 'deployment.push',
  success: answerOf(pushAnswerSchema, 'The started deployment, or the missing texts.'),
  errors: ['conflict'],
  async handle({ deps: { store }, admission: { project }, body: { source, files, confirm }, note }) {
    const name = pushedSourceOf(project, source);
    requireUnpinned(project);
    const { missing } = await pushDocs(store, files, { projectId: project.id, name, again: true });
    if (missing.length > 0) {
      note({ organizationId: null });
      return { statusId: null, missing };
    }
    note({ details: { files: files.length, ...(name !== '' && { source: name }) } });
    const statusId = await requestDeployment(store, project, { cause: 'request', confirmed: confirm });
    return { statusId, missing };
  },
});

const textsRoute = route({
  ...shared,
  path: `${path}/texts`,
  summary: 'Upload the missing texts of a push',
  body: { ...bodyOf(pushTextsSchema), maxBytes },
  errors: ['conflict'],
  async handle({ deps, admission: { project }, body: { texts }, note }) {
    note({ organizationId: null });
    requirePushed(project);
    await storeTexts(deps.sources.pushed, project.id, texts);
  },
});

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
