import { scrubDeleted } from '../../store/retention.ts';
import { DocentError } from '../../errors.ts';
import { settingsSchema as plainSettings, projectSchema } from '../../protocol/manage/project-schema.ts';
import { z } from '@hono/zod-openapi';
import type { OrganizationAdmission } from '../../accounts/admit.ts';
import { requireNoSecret } from '../../accounts/check-source.ts';
import { requireSafeKeySet } from '../../accounts/reader-token.ts';
import { grantsOverages, requireGrantedHost } from '../../accounts/grants.ts';
import { issuerOf } from '../../accounts/issuer-of.ts';
import { createProject, sourceName } from '../../accounts/manage-projects.ts';
import { requestDeployment } from '../../deployments/request-deployment.ts';
import { removeProjectFiles } from '../../deployments/remove-project-files.ts';
import { fileFilter, listRoute } from '../list-answer.ts';
import { channelsSchema } from '../../channels/channels-schema.ts';
import { requireOwnChannels } from '../../channels/require-own.ts';
import { changedChannels, saveChannelSecrets, withoutSecrets } from '../../channels/save-channels.ts';
import { iso } from '../page-filter.ts';
import type { Deps } from '../deps.ts';
import { answerOf, bodyOf, route, withoutUndefined } from '../json-route.ts';
import { nameText } from '../../protocol/manage/shared-fields.ts';
import { allowedSources, requireNewReachable, saveSourceTokens } from './sources-routes.ts';
import { sourcesBody } from '../../protocol/manage/source-schema.ts';
import {
  changeSettings,
  deleteProject,
  pageOfProjects,
  type Project,
  updateProject,
} from '../../store/projects.ts';

const settingsSchema = plainSettings.extend({
  pollMinutes: plainSettings.shape.pollMinutes
    .unwrap()
    .nullish()
    .describe('As in the project; null: as the server does.'),
  channels: channelsSchema
    .optional()
    .describe(
      'Where people ask beside the site. A channel that is given replaces all of its fields but the secrets that are absent; null takes it away; the others stay.',
    ),
});

const baseUrl = z
  .url({ protocol: /^https?$/, error: 'A web address begins with https:// or http://.' })
  .max(2_000)
  .transform((url) => url.replace(/\/$/, ''))
  .nullable();

/** Others are stored too: who set one, and those of other versions. */
const shownSettings = new Set(Object.keys(projectSchema.shape.settings.shape));

function show({ settings: stored, sourceFaults: faults = [], ...project }: Project) {
  const shown = Object.entries(stored).filter(([name]) => shownSettings.has(name));
  const settings = Object.fromEntries(shown) as z.output<typeof projectSchema>['settings'];
  const preview = project.preview && { ...project.preview, expiresAt: iso(project.preview.expiresAt) };
  const sourceFaults = project.sources.flatMap((source, nth) =>
    faults
      .filter(({ kind, name }) => kind === source.kind && name === sourceName(source))
      .map(({ message, since }) => ({ source: nth, message, since: iso(since) })),
  );
  return { ...project, settings, sourceFaults, createdAt: iso(project.createdAt), preview: preview ?? null };
}

function allowedSettings(
  { config }: Deps,
  organization: OrganizationAdmission['organization'],
  chosen: z.infer<typeof settingsSchema>,
  before: Project['settings'] = {},
): Omit<Project['settings'], 'channels'> {
  const { privateHosts } = config.sources;
  for (const keySet of [chosen.readerJwksUrl, chosen.tokenIssuer?.jwksUrl]) {
    if (keySet === undefined) continue;
    requireNoSecret(keySet);
    requireGrantedHost(keySet, organization, privateHosts);
    requireSafeKeySet(keySet, privateHosts);
  }
  if (chosen.overages === true && before.overages !== true && !grantsOverages(organization)) {
    throw new DocentError(
      'invalid_request',
      'The plan does not allow answers beyond its credits. Ask an operator of the server to change it.',
    );
  }
  const known = before.codeRepositories?.map(({ url }) => url);
  for (const { url } of chosen.codeRepositories ?? []) {
    if (known?.includes(url)) continue;
    requireNoSecret(url);
    requireGrantedHost(url, organization, privateHosts);
  }
  if (chosen.pullRequests?.signing === 'key' && config.agent.signingKeyFile === null) {
    throw new DocentError(
      'invalid_request',
      'This server has no key to sign commits with. Its operator can set DOCENT_COMMIT_SIGNING_KEY.',
    );
  }
  requireOwnChannels(config, organization, chosen.channels ?? {});
  const { channels: _, pollMinutes, ...settings } = chosen;
  return withoutUndefined({ ...settings, pollMinutes: pollMinutes ?? undefined });
}

/** A repository that the operator connected keeps its access to the server's credentials when other fields change. */
function keptTrust(
  { codeRepositories: before = [] }: Project['settings'],
  { codeRepositories }: z.infer<typeof settingsSchema>,
): Pick<Project['settings'], 'codeRepositories'> {
  if (codeRepositories === undefined) return {};
  const trusted = new Set(before.filter((each) => each.trusted === true).map(({ url }) => url));
  return { codeRepositories: codeRepositories.map((each) => ({ ...each, trusted: trusted.has(each.url) })) };
}

function channelsOf(
  before: Project['settings']['channels'],
  changes: ReturnType<typeof withoutSecrets>,
): Pick<Project['settings'], 'channels'> {
  const channels = changedChannels(before, changes);
  return channels === undefined ? {} : { channels };
}

function targetOf({ id, name }: Project) {
  return { kind: 'project', id, name };
}

const shared = { tag: 'Projects', key: 'admin' } as const;
const all = {
  ...shared,
  scope: 'organization',
  path: '/manage/v1/organizations/{organization}/projects',
} as const;
const one = { ...shared, path: '/manage/v1/projects/{projectId}' } as const;

const getAll = listRoute({
  ...all,
  summary: 'List projects',
  filter: fileFilter.extend({
    domain: z.string().max(300).optional().describe('Only this one, which may be a preview.'),
  }),
  item: projectSchema,
  order: 'Oldest first',
  read: ({ deps, admission, filter: { domain } }, page) =>
    pageOfProjects(deps.store, { organizationId: admission.organization.id, domain }, page),
  show,
  file: 'projects',
  columns: ['id', 'name', 'domain', 'baseUrl', 'currentDeploymentId', 'createdAt'],
});

const evenIfUnreachable = z
  .boolean()
  .default(false)
  .describe('Accepts repositories that cannot be read right now, for example while their forge is down.');

const newProject = z
  .object({
    name: nameText,
    domain: z.string().max(63).optional(),
    sources: sourcesBody,
    baseUrl: baseUrl.optional(),
    settings: settingsSchema.optional(),
    evenIfUnreachable,
  })
  .openapi('NewProject');

const createRoute = route({
  ...all,
  method: 'post',
  summary: 'Create a project and start its first deployment',
  body: bodyOf(newProject),
  action: 'project.create',
  success: answerOf(projectSchema, 'The new project.', 201),
  errors: ['conflict', 'source_unreachable'],
  async handle({ deps, admission, body, note, change }) {
    const { name, domain, settings: chosen } = body;
    const shownChannels = withoutSecrets(chosen?.channels ?? {});
    const wanted = {
      organizationId: admission.organization.id,
      name,
      ...(domain !== undefined && { domain }),
      baseUrl: body.baseUrl ?? null,
      sources: allowedSources(deps, admission.organization, body.sources),
      settings: {
        ...allowedSettings(deps, admission.organization, chosen ?? {}),
        ...channelsOf(undefined, shownChannels),
      },
    };
    if (!body.evenIfUnreachable) await requireNewReachable(deps, admission.organization, wanted.sources);
    const project = await change(async (store) => {
      const issued = await issuerOf(store, admission.key);
      const made = await createProject(store, wanted, issued);
      await saveChannelSecrets(store, made.id, chosen?.channels ?? {}, issued);
      await saveSourceTokens(store, made, body.sources);
      // Pushed docs are deployed on arrival.
      if (!wanted.sources.some(({ kind }) => kind === 'pushed'))
        await requestDeployment(store, made, { cause: 'request' });
      note({ projectId: made.id, target: targetOf(made), details: { domain: made.domain } });
      return made;
    });
    return show(project);
  },
});

const getRoute = route({
  ...one,
  method: 'get',
  summary: 'Get a project',
  success: answerOf(projectSchema, 'The project.'),
  handle: async ({ admission }) => show(admission.project),
});

const projectChanges = z
  .object({
    name: nameText.optional(),
    sources: sourcesBody.optional(),
    baseUrl: baseUrl.optional(),
    settings: settingsSchema.optional().describe('Absent fields stay unchanged.'),
    evenIfUnreachable,
  })
  .openapi('ProjectChanges');

const changeRoute = route({
  ...one,
  method: 'patch',
  summary: 'Change a project',
  body: bodyOf(projectChanges),
  action: 'project.update',
  success: answerOf(projectSchema, 'The changed project.'),
  errors: ['source_unreachable'],
  async handle({ deps, admission, body, note, change }) {
    const { project } = admission;
    const settings = body.settings && {
      ...allowedSettings(deps, admission.organization, body.settings, project.settings),
      ...keptTrust(project.settings, body.settings),
    };
    const fields = withoutUndefined({
      name: body.name,
      baseUrl: body.baseUrl,
      sources: body.sources && allowedSources(deps, admission.organization, body.sources, project.sources),
    });
    if (fields.sources !== undefined && !body.evenIfUnreachable)
      await requireNewReachable(deps, admission.organization, fields.sources, project.sources);
    const chosen = body.settings?.channels ?? {};
    const shownChannels = withoutSecrets(chosen);
    const changed = (before: Project['settings']): Project['settings'] => {
      const { channels, ...others } = before;
      if (body.settings?.pollMinutes === null) delete others.pollMinutes;
      return { ...others, ...settings, ...channelsOf(channels, shownChannels) };
    };
    const changes = { ...fields, ...(settings && { settings: changed(project.settings) }) };
    const before = Object.fromEntries(
      Object.keys(changes).map((name) => [name, project[name as keyof Project]]),
    );
    note({ target: targetOf(project), details: { before, after: changes } });
    await change(async (store) => {
      if (Object.keys(fields).length > 0) await updateProject(store, project, fields);
      if (body.sources !== undefined && fields.sources !== undefined)
        await saveSourceTokens(store, { id: project.id, sources: fields.sources }, body.sources);
      if (settings === undefined) return;
      const issued = await issuerOf(store, admission.key);
      await changeSettings(store, project, changed, issued);
      await saveChannelSecrets(store, project.id, chosen, issued);
    });
    return show({ ...project, ...changes });
  },
});

const deleteRoute = route({
  ...one,
  method: 'delete',
  summary: 'Delete a project with everything that belongs to it',
  role: 'owner',
  action: 'project.delete',
  async handle({ deps, admission: { project }, note, change }) {
    note({ target: targetOf(project), details: { domain: project.domain } });
    await change((store) => deleteProject(store, project));
    await removeProjectFiles(deps, project.id);
    await scrubDeleted(deps.store);
  },
});

export const projectRoutes = [getAll, createRoute, getRoute, changeRoute, deleteRoute];
