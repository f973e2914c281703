import { grantedHosts } from '../accounts/grants.ts';
import { findOrganization } from '../store/organizations.ts';
import type { Project } from '../store/projects.ts';
import type { DeployDeps } from './deploy-deps.ts';
import type { SourceDeps } from './open-source.ts';

/** What reading a project's sources needs, limited to the private hosts that its organization was granted. */
export async function grantedSources(
  { store, sources }: Pick<DeployDeps, 'store' | 'sources'>,
  { organizationId }: Pick<Project, 'organizationId'>,
): Promise<SourceDeps> {
  if (sources.privateHosts.length === 0) return sources;
  const organization = await findOrganization(store, organizationId);
  return {
    ...sources,
    privateHosts: organization === undefined ? [] : grantedHosts(organization, sources.privateHosts),
  };
}
