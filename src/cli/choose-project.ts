import type { App } from '../app.ts';
import { findProject, listProjects } from '../store/projects.ts';
import { DocentError } from '../errors.ts';
import { UsageError } from './usage-error.ts';
import { program } from '../lib/program.ts';

/** The project of a domain, or the only one there is. */
export async function chooseProject(app: App, organization: { id: string }, domain: string | undefined) {
  if (domain !== undefined) {
    const found = await findProject(app.store, { organizationId: organization.id, domain });
    if (found === undefined)
      throw new DocentError(
        'not_found',
        `There is no project "${domain}". Run \`${program} projects list\`.`,
      );
    return found;
  }
  const [only, ...others] = await listProjects(app.store, organization.id);
  if (only === undefined)
    throw new DocentError('not_found', `There is no project yet. Run \`${program} projects add PATH\`.`);
  if (others.length > 0)
    throw new UsageError(
      `There are several projects: name one with --project DOMAIN (${domainsOf([only, ...others])}).`,
    );
  return only;
}

const maxDomains = 5;

/** The domains to choose from. */
export function domainsOf(projects: readonly { domain: string }[]): string {
  const domains = projects.slice(0, maxDomains).map(({ domain }) => domain);
  return [...domains, ...(projects.length > maxDomains ? ['…'] : [])].join(', ');
}
