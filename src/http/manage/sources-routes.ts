import { sourceSchema, sourcesBody } from '../../protocol/manage/source-schema.ts';
import { isDeepStrictEqual } from 'node:util';
import { z } from '@hono/zod-openapi';
import type { OrganizationAdmission } from '../../accounts/admit.ts';
import { grantsOf } from '../../accounts/grants.ts';
import { checkSource, withBuilt } from '../../accounts/check-source.ts';
import { checkSourceReach } from '../../deployments/check-source-reach.ts';
import { grantedSources } from '../../deployments/granted-sources.ts';
import { requireReachable } from '../../deployments/require-reachable.ts';
import { findProjectById, type Project } from '../../store/projects.ts';
import { hasApi } from '../../store/project-sources.ts';
import { keepSourceTokens, setSourceToken } from '../../store/source-tokens.ts';
import type { Store } from '../../store/store.ts';
import type { Deps } from '../deps.ts';
import { answerOf, bodyOf, route, withoutUndefined } from '../json-route.ts';

type Source = Project['sources'][number];

/**
 * @param known the project's present sources, which were allowed when they were added and may stay
 * @throws DocentError `invalid_request` for a source that the operator does not allow
 */
export function allowedSources(
  { config }: Deps,
  organization: OrganizationAdmission['organization'],
  sources: z.infer<typeof sourcesBody>,
  known: Source[] = [],
): Source[] {
  const allowed = grantsOf(organization, config);
  return sources.map((named) => {
    // Tokens are stored apart.
    const { token: _, ...open } = { token: undefined, ...named };
    const source = withoutUndefined(open) as Source;
    const before = known.find((one) => isDeepStrictEqual(placeOf(one), placeOf(source)));
    if (before === undefined) return checkSource(source, allowed);
    const own = builtOf(source) === builtOf(before) ? source : withBuilt(source, allowed);
    return withFacts(before, own);
  });
}

/** Stores the tokens that come with sources, and forgets those of sources that are no more. */
export async function saveSourceTokens(
  store: Store,
  { id, sources }: Pick<Project, 'id' | 'sources'>,
  named: z.infer<typeof sourcesBody>,
): Promise<void> {
  for (const source of named)
    if ('token' in source && source.token !== undefined)
      await setSourceToken(store, id, source, source.token);
  await keepSourceTokens(store, id, sources.filter(hasApi));
}

/**
 * Asks the repositories among sources that the project does not have yet.
 * @throws DocentError `source_unreachable`
 */
export async function requireNewReachable(
  deps: Deps,
  { id: organizationId }: OrganizationAdmission['organization'],
  sources: Source[],
  known: Source[] = [],
): Promise<void> {
  const granted = await grantedSources(deps, { organizationId });
  for (const source of sources)
    if (!known.some((one) => isDeepStrictEqual(placeOf(one), placeOf(source))))
      await requireReachable(source, granted);
}

const checkBody = z
  .object({
    source: sourceSchema,
    projectId: z.string().max(100).optional().describe('Of the project that has it already.'),
  })
  .openapi('SourceCheck');

/** Whether docs can be read from where somebody says that they are, before a project is made of it. */
export const checkSourceRoute = route({
  method: 'post',
  path: '/manage/v1/organizations/{organization}/sources/check',
  summary: 'Try whether a source of docs can be read, with the credentials that the server has for it',
  tag: 'Projects',
  scope: 'organization',
  key: 'admin',
  role: 'admin',
  body: bodyOf(checkBody),
  success: answerOf(z.object({ found: z.string() }), 'It can be read; `found` says what was found.'),
  errors: ['source_unreachable', 'not_ready'],
  async handle({ deps, admission: { organization }, body }) {
    const project =
      body.projectId === undefined ? undefined : await findProjectById(deps.store, body.projectId);
    const known = project?.organizationId === organization.id ? project.sources : [];
    const [source] = allowedSources(deps, organization, [body.source], known);
    const token = 'token' in body.source ? body.source.token : undefined;
    const own = project?.organizationId === organization.id ? project.id : undefined;
    const granted = await grantedSources(deps, { organizationId: organization.id });
    const found = await checkSourceReach(source!, granted, { token, projectId: own });
    return { found };
  },
});

const besidePlace = new Set(['trusted', 'urls', 'built', 'groups', 'weight']);

/** The fields that decide where docs are read, without its trust and what says their addresses. */
function placeOf(source: Source): object {
  return Object.fromEntries(Object.entries(source).filter(([name]) => !besidePlace.has(name)));
}

function builtOf(source: Source): string | undefined {
  return hasFiles(source) ? source.built : undefined;
}

/** Only the addresses of files are to be found: a site's pages have those that they are read from. */
function hasFiles(source: Source): source is Extract<Source, { urls?: unknown }> {
  return source.kind === 'folder' || source.kind === 'git' || source.kind === 'pushed';
}

function withFacts(source: Source, named: Source): Source {
  const trusted = 'trusted' in source ? { trusted: source.trusted } : {};
  return withoutUndefined({ ...named, ...trusted }) as Source;
}
