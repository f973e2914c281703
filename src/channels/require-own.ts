import { type AllowedSources, endsName } from '../accounts/check-source.ts';
import { grantsOf, requireGrantedHost } from '../accounts/grants.ts';
import { isOperators } from '../accounts/manage-organizations.ts';
import type { Config } from '../config.ts';
import { DocentError } from '../errors.ts';
import type { Organization } from '../store/organizations.ts';
import { type GithubSettings, githubAddress } from './github/github.ts';
import type { ChosenChannels } from './save-channels.ts';

type Offered = Pick<Config, 'folders' | 'forges' | 'sources'>;

/**
 * Makes sure that channels send nothing where their organization may not: with this server's account at GitHub, or into a
 * private network.
 * @throws DocentError `invalid_request`
 */
export function requireOwnChannels(
  config: Offered,
  organization: Pick<Organization, 'slug' | 'plan'>,
  { github, webhook }: ChosenChannels,
): void {
  if (webhook) requireGrantedHost(String(webhook['url']), organization, config.sources.privateHosts);
  if (!github || isOperators(organization)) return;
  const address = githubAddress(github as GithubSettings, config.forges.github?.url ?? 'https://github.com');
  if (isGranted(address, grantsOf(organization, config))) return;
  throw new DocentError(
    'invalid_request',
    'This server may not write to that repository for your organization. An operator of the server can grant access to it.',
  );
}

function isGranted(address: string, { repositories }: AllowedSources): boolean {
  return repositories.some((beginning) => address.startsWith(beginning) && endsName(address, beginning));
}
