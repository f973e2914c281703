import { sourcesBody } from '../../protocol/manage/source-schema.ts';
import { isDeepStrictEqual } from 'node:util';
import { z } from '@hono/zod-openapi';
import type { OrganizationAdmission } from '../../accounts/admit.ts';
import { grantsOf } from '../../accounts/grants.ts';
import { checkSource } from '../../accounts/check-source.ts';
import type { Project } from '../../store/projects.ts';
import type { Deps } from '../deps.ts';
import { withoutUndefined } from './answer-of.ts';

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
    return before === undefined ? checkSource(source, allowed) : withUrls(before, source);
  });
}

/** The fields that decide where docs are read, without its trust and URL mapping. */
function placeOf(source: Source): object {
  const { trusted: _trusted, urls: _urls, ...place } = { trusted: undefined, urls: undefined, ...source };
  return place;
}

/** Only files have a URL mapping: a site's pages have the addresses that they are read from. */
function hasFiles(source: Source): source is Extract<Source, { urls?: unknown }> {
  return source.kind === 'folder' || source.kind === 'git' || source.kind === 'pushed';
}

function withUrls(source: Source, named: Source): Source {
  if (!('urls' in named) || !hasFiles(source)) {
    const { urls: _, ...rest } = { urls: undefined, ...source };
    return rest as Source;
  }
  return { ...source, urls: named.urls };
}
