import { resolve } from 'node:path';
import type { Config } from '../config.ts';
import { DocentError } from '../errors.ts';
import type { Organization, Plan } from '../store/organizations.ts';
import { type AllowedSources, endsName, isInside } from './check-source.ts';
import { isOperators } from './organizations.ts';

type Offered = Pick<Config, 'folders' | 'sources'>;

/**
 * What sources an organization may name: everything that the configuration does for the operator's own, and what an
 * operator granted of that for any other.
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

/** @throws DocentError `invalid_request` for a grant of what the configuration does not name */
export function checkGrants(plan: Plan, { folders, sources: { repositories } }: Offered): void {
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
