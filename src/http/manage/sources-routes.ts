import { sourceSchema, sourcesBody } from '../../protocol/manage/source-schema.ts';
import { isDeepStrictEqual } from 'node:util';
import { z } from '@hono/zod-openapi';
import type { OrganizationAdmission } from '../../accounts/admit.ts';
import { grantsOf } from '../../accounts/grants.ts';
import { checkSource, withBuilt } from '../../accounts/check-source.ts';
import { checkSourceReach } from '../../deployments/check-source-reach.ts';
import { requireReachable } from '../../deployments/require-reachable.ts';
import { findProjectById, type Project } from '../../store/projects.ts';
import type { Deps } from '../deps.ts';
import type { Route } from '../route.ts';
import { answerOf, bodyOf, withoutUndefined } from './answer-of.ts';

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
    const source = withoutUndefined(named) as Source;
    const before = known.find((one) => isDeepStrictEqual(placeOf(one), placeOf(source)));
    if (before === undefined) return checkSource(source, allowed);
    const own = builtOf(source) === builtOf(before) ? source : withBuilt(source, allowed);
    return withFacts(before, own);
  });
}

/**
 * Asks the repositories among sources that the project does not have yet.
 * @throws DocentError `source_unreachable`
 */
export async function requireNewReachable(
  { sources: deps }: Deps,
  sources: Source[],
  known: Source[] = [],
): Promise<void> {
  for (const source of sources)
    if (!known.some((one) => isDeepStrictEqual(placeOf(one), placeOf(source))))
      await requireReachable(source, deps);
}

const checkBody = z
  .object({
    source: sourceSchema,
    projectId: z.string().max(100).optional().describe('Of the project that has it already.'),
  })
  .openapi('SourceCheck');

const checkAnswer = answerOf(z.object({ found: z.string() }), 'It can be read; `found` says what was found.');

/** Whether docs can be read from where somebody says that they are, before a project is made of it. */
export const checkSourceRoute: Route<z.infer<typeof checkBody>, 'organization'> = {
  method: 'post',
  path: '/manage/v1/organizations/{organization}/sources/check',
  summary: 'Try whether a source of docs can be read, with the credentials that the server has for it',
  tag: 'Projects',
  scope: 'organization',
  key: 'admin',
  role: 'admin',
  body: bodyOf(checkBody),
  success: checkAnswer,
  errors: ['source_unreachable', 'not_ready'],
  async handle({ deps, admission: { organization }, body, headers }) {
    const project =
      body.projectId === undefined ? undefined : await findProjectById(deps.store, body.projectId);
    const known = project?.organizationId === organization.id ? project.sources : [];
    const [source] = allowedSources(deps, organization, [body.source], known);
    return checkAnswer.json({ found: await checkSourceReach(source!, deps.sources) }, headers);
  },
};

/** The fields that decide where docs are read, without its trust and what says their addresses. */
function placeOf(source: Source): object {
  const none = { trusted: undefined, urls: undefined, built: undefined };
  const { trusted: _trusted, urls: _urls, built: _built, ...place } = { ...none, ...source };
  return place;
}

function builtOf(source: Source): string | undefined {
  return hasFiles(source) ? source.built : undefined;
}

/** Only the addresses of files are to be found: a site's pages have those that they are read from. */
function hasFiles(source: Source): source is Extract<Source, { urls?: unknown }> {
  return source.kind === 'folder' || source.kind === 'git' || source.kind === 'pushed';
}

function withFacts(source: Source, named: Source): Source {
  if (!hasFiles(source) || !hasFiles(named)) return source;
  const { urls: _urls, built: _built, ...rest } = source;
  const { urls, built } = named;
  return { ...rest, ...(urls !== undefined && { urls }), ...(built !== undefined && { built }) };
}
