import { resolve } from 'node:path';
import type { Config } from '../config.ts';
import { DocentError } from '../errors.ts';
import type { Organization, Plan } from '../store/organizations.ts';
import { isAllowedHost, isPrivateHost, type PrivateHosts } from '../lib/public-address.ts';
import { type AllowedSources, endsName, isInside } from './check-source.ts';
import { isOperators } from './manage-organizations.ts';

type Offered = Pick<Config, 'folders' | 'sources'>;

/**
 * The sources that an organization may name: for the operator's own organization everything in the configuration, for
 * others the part that an operator granted.
 */
export function grantsOf(
  organization: Pick<Organization, 'slug' | 'plan'>,
  { folders, sources: { repositories } }: Offered,
): AllowedSources {
  if (isOperators(organization)) return { folders, repositories };
  const { plan } = organization;
  return {
    folders: (plan.folders ?? []).filter((folder) => isOfferedFolder(folder, folders)),
    repositories: (plan.repositories ?? []).filter((beginning) => isOffered(beginning, repositories)),
  };
}

/** The configured private hosts that an organization's projects may fetch from. */
export function grantedHosts(
  organization: Pick<Organization, 'slug' | 'plan'>,
  offered: PrivateHosts,
): PrivateHosts {
  if (isOperators(organization)) return offered;
  return (organization.plan.privateHosts ?? []).filter((host) => isOfferedHost(host, offered));
}

/** Whether its projects may answer beyond the plan's credits: only an operator lifts what an operator set. */
export function grantsOverages(organization: Pick<Organization, 'slug' | 'plan'>): boolean {
  return organization.plan.overages ?? isOperators(organization);
}

/** @throws DocentError `invalid_request` for an address on a private host that was not granted to the organization */
export function requireGrantedHost(
  url: string,
  organization: Pick<Organization, 'slug' | 'plan'>,
  offered: PrivateHosts,
): void {
  const { hostname } = new URL(url);
  if (!isPrivateHost(hostname, offered)) return;
  if (isAllowedHost(hostname, grantedHosts(organization, offered))) return;
  throw new DocentError(
    'invalid_request',
    `The host ${hostname} is not on the public internet. An operator of the server can grant access to it.`,
  );
}

/** @throws DocentError `invalid_request` for a grant that the configuration does not contain */
export function checkGrants(plan: Plan, { folders, sources: { repositories, privateHosts } }: Offered): void {
  const details = [
    ...(plan.folders ?? [])
      .filter((folder) => !isOfferedFolder(folder, folders))
      .map((folder) => ({ path: 'folders', message: `DOCENT_FOLDERS does not name ${folder}.` })),
    ...(plan.repositories ?? [])
      .filter((beginning) => !isOffered(beginning, repositories))
      .map((beginning) => ({
        path: 'repositories',
        message: `DOCENT_REPOSITORIES does not name ${beginning}.`,
      })),
    ...(plan.privateHosts ?? [])
      .filter((host) => !isOfferedHost(host, privateHosts))
      .map((host) => ({ path: 'privateHosts', message: `DOCENT_PRIVATE_HOSTS does not name ${host}.` })),
  ];
  if (details.length === 0) return;
  throw new DocentError('invalid_request', details.map(({ message }) => message).join(' '), { details });
}

function isOfferedFolder(folder: string, folders: string[]): boolean {
  return folders.some((root) => isInside(resolve(root), resolve(folder)));
}

function isOffered(beginning: string, repositories: string[]): boolean {
  return repositories.some((offered) => beginning.startsWith(offered) && endsName(beginning, offered));
}

function isOfferedHost(host: string, offered: PrivateHosts): boolean {
  return offered.includes(host) || isAllowedHost(host, offered);
}
