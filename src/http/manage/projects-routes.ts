import { z } from '@hono/zod-openapi';
import type { OrganizationAdmission } from '../../accounts/admit.ts';
import { requireGrantedHost } from '../../accounts/grants.ts';
import { createProject } from '../../accounts/projects.ts';
import { requestDeployment } from '../../deployments/request-deployment.ts';
import { removeProjectFiles } from '../../deployments/remove-project-files.ts';
import { fromCursor, iso, listOf, pageFilter, toCursor } from '../paging.ts';
import { json } from '../respond.ts';
import type { Deps } from '../deps.ts';
import type { Route } from '../route.ts';
import { answerOf, bodyOf, done, nameText, noContent, withoutUndefined } from './request.ts';
import { appearanceShape } from '../widget/appearance-route.ts';
import { allowedSources, sourcesBody } from './sources-routes.ts';
import { deleteProject, pageOfProjects, type Project, updateProject } from '../../store/projects.ts';

const settings = z.strictObject({
  requireThreadKey: z.boolean().optional().describe('A known thread is joined with its key only.'),
  requireReader: z.boolean().optional().describe('Questions, searches and pages need a reader token.'),
  readerJwksUrl: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .optional()
    .describe('Where the keys are that the site signs reader tokens with.'),
  overages: z.boolean().optional().describe('Goes on when the plan’s credits are used up.'),
  whenExhausted: z
    .enum(['refuse', 'excerpts'])
    .optional()
    .describe('What becomes of a question when it may not go on: a 402, or search results alone.'),
  codeRepositories: z
    .array(
      z.strictObject({
        url: z.url({ protocol: /^https$/ }).max(2_000),
        ref: z.string().min(1).max(200).optional(),
        paths: z.array(z.string().min(1).max(300)).max(50).optional(),
      }),
    )
    .max(20)
    .optional()
    .describe(
      'Repositories that jobs read and never change, with globs of the files that concern the docs. They are read as everybody can; for private ones the operator connects them with `docent projects connect URL --read-only`.',
    ),
  allowCode: z
    .array(z.string().min(1).max(200))
    .max(100)
    .optional()
    .describe(
      'What jobs may add to pages although it runs or is fetched: names of components, hosts, or kinds such as `import`. Their pull requests are drafts.',
    ),
  pinned: z.boolean().optional().describe('Stays at the current deployment, whatever is pushed.'),
  pollMinutes: z
    .number()
    .int()
    .min(0)
    .max(10_080)
    .optional()
    .describe(
      'Minutes between looks at the sources for something new, in place of the server’s own; 0 for never.',
    ),
  previewBranches: z
    .array(z.string().min(1).max(200))
    .max(20)
    .optional()
    .describe('Branches that get a preview when they are pushed; `*` stands for anything.'),
  appearance: appearanceShape.optional().describe('How the widget looks, whole: what is left out is unset.'),
});
const baseUrl = z
  .url({ protocol: /^https?$/ })
  .max(2_000)
  .transform((url) => url.replace(/\/$/, ''))
  .nullable();

const projectSchema = z
  .object({
    id: z.string(),
    organizationId: z.string(),
    domain: z.string(),
    name: z.string(),
    baseUrl: z.string().nullable(),
    sources: z.array(z.looseObject({ kind: z.string() })),
    settings: z.record(z.string(), z.unknown()),
    currentDeploymentId: z.string().nullable(),
    createdAt: z.string(),
    preview: z
      .object({ of: z.string(), branch: z.string(), expiresAt: z.string() })
      .nullable()
      .describe('Of a preview: the project and the branch that it shows.'),
  })
  .openapi('Project');

function show(project: Project) {
  const preview = project.preview && { ...project.preview, expiresAt: iso(project.preview.expiresAt) };
  return { ...project, createdAt: iso(project.createdAt), preview: preview ?? null };
}

function allowedSettings(
  { config }: Deps,
  organization: OrganizationAdmission['organization'],
  chosen: z.infer<typeof settings>,
): Project['settings'] {
  const { privateHosts } = config.sources;
  if (chosen.readerJwksUrl !== undefined)
    requireGrantedHost(chosen.readerJwksUrl, organization, privateHosts);
  return withoutUndefined(chosen);
}

/** A repository that the operator connected is read with this server's credentials, whatever else of it is changed. */
function keptTrust(
  { codeRepositories: before = [] }: Project['settings'],
  { codeRepositories }: z.infer<typeof settings>,
): Pick<Project['settings'], 'codeRepositories'> {
  if (codeRepositories === undefined) return {};
  const trusted = new Set(before.filter((each) => each.trusted === true).map(({ url }) => url));
  return { codeRepositories: codeRepositories.map((each) => ({ ...each, trusted: trusted.has(each.url) })) };
}

function targetOf({ id, name }: Project) {
  return { kind: 'project', id, name };
}

const listFilter = pageFilter.extend({
  domain: z.string().max(300).optional().describe('Only this one, which may be a preview.'),
});

const listRoute: Route<undefined, 'organization', z.infer<typeof listFilter>> = {
  method: 'get',
  path: '/manage/v1/organizations/{organization}/projects',
  summary: 'List projects',
  tag: 'Projects',
  scope: 'organization',
  key: 'admin',
  filter: listFilter,
  success: answerOf(listOf(projectSchema), 'Oldest first.'),
  async handle({ deps, admission, filter: { limit, cursor, domain }, headers }) {
    const by = { organizationId: admission.organization.id, domain };
    const { rows, next } = await pageOfProjects(deps.store, by, { limit, after: fromCursor(cursor) });
    return json(200, { items: rows.map(show), nextCursor: toCursor(next) }, headers);
  },
};

const newProject = z
  .object({
    name: nameText,
    domain: z.string().max(63).optional(),
    sources: sourcesBody,
    baseUrl: baseUrl.optional(),
    settings: settings.optional(),
  })
  .openapi('NewProject');

const createRoute: Route<z.infer<typeof newProject>, 'organization'> = {
  method: 'post',
  path: '/manage/v1/organizations/{organization}/projects',
  summary: 'Make a project and start its first deployment',
  tag: 'Projects',
  scope: 'organization',
  key: 'admin',
  body: bodyOf(newProject),
  action: 'project.create',
  success: answerOf(projectSchema, 'The new project.', 201),
  errors: ['conflict'],
  async handle({ deps, admission, body, headers, note, change }) {
    const { name, domain, settings: chosen } = body;
    const wanted = {
      organizationId: admission.organization.id,
      name,
      ...(domain !== undefined && { domain }),
      baseUrl: body.baseUrl ?? null,
      sources: allowedSources(deps, admission.organization, body.sources),
      settings: allowedSettings(deps, admission.organization, chosen ?? {}),
    };
    const project = await change(async (store) => {
      const made = await createProject(store, wanted);
      note({ projectId: made.id, target: targetOf(made), details: { domain: made.domain } });
      return made;
    });
    await requestDeployment(deps.store, project, { cause: 'request' });
    return json(201, show(project), headers);
  },
};

const getRoute: Route<undefined> = {
  method: 'get',
  path: '/manage/v1/projects/{projectId}',
  summary: 'Get a project',
  tag: 'Projects',
  key: 'admin',
  success: answerOf(projectSchema, 'The project.'),
  handle: async ({ admission, headers }) => json(200, show(admission.project), headers),
};

const projectChanges = z
  .object({
    name: nameText.optional(),
    sources: sourcesBody.optional(),
    baseUrl: baseUrl.optional(),
    settings: settings.optional().describe('Only those named are changed.'),
  })
  .openapi('ProjectChanges');

const changeRoute: Route<z.infer<typeof projectChanges>> = {
  method: 'patch',
  path: '/manage/v1/projects/{projectId}',
  summary: 'Change a project',
  tag: 'Projects',
  key: 'admin',
  body: bodyOf(projectChanges),
  action: 'project.update',
  success: answerOf(projectSchema, 'The changed project.'),
  async handle({ deps, admission, body, headers, note, change }) {
    const { project } = admission;
    const changes = withoutUndefined({
      name: body.name,
      baseUrl: body.baseUrl,
      sources: body.sources && allowedSources(deps, admission.organization, body.sources, project.sources),
      settings: body.settings && {
        ...project.settings,
        ...allowedSettings(deps, admission.organization, body.settings),
        ...keptTrust(project.settings, body.settings),
      },
    });
    const before = Object.fromEntries(
      Object.keys(changes).map((name) => [name, project[name as keyof Project]]),
    );
    note({ target: targetOf(project), details: { before, after: changes } });
    await change(async (store) => {
      if (Object.keys(changes).length > 0) await updateProject(store, project, changes);
    });
    return json(200, show({ ...project, ...changes }), headers);
  },
};

const deleteRoute: Route<undefined> = {
  method: 'delete',
  path: '/manage/v1/projects/{projectId}',
  summary: 'Delete a project with everything that belongs to it',
  tag: 'Projects',
  key: 'admin',
  role: 'owner',
  action: 'project.delete',
  success: noContent,
  async handle({ deps, admission: { project }, headers, note, change }) {
    note({ target: targetOf(project), details: { domain: project.domain } });
    await change((store) => deleteProject(store, project));
    await removeProjectFiles(deps, project.id);
    return done(headers);
  },
};

export const projectRoutes = [listRoute, createRoute, getRoute, changeRoute, deleteRoute];
