import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { organizationQueries, projectQueries, sessionQuery } from '../api/queries.ts';
import { RequestError } from '../api/request.ts';
import type { Role } from '../../../../src/protocol/manage/shared-fields.ts';
import type { Project } from '../../../../src/protocol/manage/project-schema.ts';
import type { Membership } from '../../../../src/protocol/manage/session-schema.ts';

const nothingHere = () =>
  new RequestError(404, {
    message: 'It does not exist, or you have no access to it.',
    code: 'not_found',
  });

export function useSession() {
  return useSuspenseQuery(sessionQuery).data;
}

/** The organization in the address. @throws RequestError for somebody who is not a member */
export function useOrganization(): Membership & { queries: ReturnType<typeof organizationQueries> } {
  const { organizations } = useSession();
  const { org } = useParams({ strict: false });
  const organization = organizations.find(({ slug }) => slug === org);
  if (organization === undefined) throw nothingHere();
  return { ...organization, queries: organizationQueries(organization.slug) };
}

/** The project in the address. @throws RequestError when the organization has no such project */
export function useProject(): Project & { queries: ReturnType<typeof projectQueries> } {
  const organization = useOrganization();
  const { domain } = useParams({ strict: false });
  const project = useSuspenseQuery(organization.queries.project(domain ?? '')).data;
  if (project === null) throw nothingHere();
  return { ...project, queries: projectQueries(project.id) };
}

/** The project in the address, for the frame of a page: undefined while it is loading. */
export function useProjectIfAny(): Project | undefined {
  const organization = useOrganization();
  const { domain } = useParams({ strict: false });
  const { data } = useQuery({
    ...organization.queries.project(domain ?? ''),
    enabled: domain !== undefined,
  });
  return data ?? undefined;
}

const ranks: Record<Role, number> = { viewer: 0, admin: 1, owner: 2 };

/** Whether a person has the rights of a role. The server decides; this only hides what it would refuse. */
export function useMay(role: Role): boolean {
  return ranks[useOrganization().role] >= ranks[role];
}
