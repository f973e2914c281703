import { DocentError } from '../errors.ts';
import { newId } from '../lib/ids.ts';
import type { ProjectSettings } from '../store/project-settings.ts';
import { addProject, type Project } from '../store/projects.ts';
import type { ProjectSource } from '../store/project-sources.ts';
import type { Issued } from '../store/issued.ts';
import { withIssuer } from '../store/issued-settings.ts';
import type { Store } from '../store/store.ts';

/** Finding and listing need only the rows. */

type NewProject = {
  organizationId: string;
  name: string;
  /** Lower-case letters, digits and inner hyphens. Derived from `domainFrom` or the name when absent. */
  domain?: string;
  domainFrom?: string;
  baseUrl?: string | null;
  sources: ProjectSource[];
  settings?: ProjectSettings;
};

const domainShape = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Creates a project.
 * @param issued the key that creates it, whose settings end with it
 * @throws DocentError `invalid_request` for an invalid domain, `conflict` when it is taken
 */
export async function createProject(
  store: Store,
  { settings = {}, ...wanted }: NewProject,
  issued: Issued | null = null,
): Promise<Project> {
  const project = { ...wanted, settings: withIssuer({}, settings, issued) };
  const { domain, domainFrom, name } = project;
  if (domain === undefined) return createWithFreeDomain(store, project, domainOf(domainFrom ?? name), 1);
  // Two hyphens separate a project's domain from the branch of its preview.
  if (!domainShape.test(domain) || domain.includes('--')) {
    const message = 'A domain is 1 to 63 lower-case letters, digits and single inner hyphens.';
    throw new DocentError('invalid_request', message, { details: [{ path: 'domain', message }] });
  }
  const added = await tryDomain(store, project, domain);
  if (!added) throw new DocentError('conflict', `The domain ${domain} is taken. Please choose another one.`);
  return added;
}

/** `docs`, or `docs-2`, `docs-3` and so on when it is taken. */
async function createWithFreeDomain(
  store: Store,
  project: NewProject,
  domain: string,
  nth: number,
): Promise<Project> {
  const candidate = nth === 1 ? domain : `${domain}-${nth}`;
  return (
    (await tryDomain(store, project, candidate)) ?? createWithFreeDomain(store, project, domain, nth + 1)
  );
}

async function tryDomain(store: Store, project: NewProject, domain: string): Promise<Project | undefined> {
  // `/{domain}/pages/…` serves the docs of a project.
  if (domain === 'pages') return undefined;
  const row: Project = {
    id: newId('prj'),
    organizationId: project.organizationId,
    domain,
    name: project.name,
    baseUrl: project.baseUrl ?? null,
    settings: project.settings ?? {},
    sources: project.sources,
    currentDeploymentId: null,
    createdAt: await store.now(),
  };
  return (await addProject(store, row)) ? row : undefined;
}

/** A name as a domain: `My Docs (v2)` → `my-docs-v2`. Letters without an ASCII base letter are left out. */
function domainOf(name: string): string {
  const ascii = name.normalize('NFKD').toLowerCase().slice(0, 200);
  const words = ascii.replaceAll(/[\u0300-\u036f]/g, '').match(/[a-z0-9]+/g) ?? [];
  return words.join('-').slice(0, 50).replace(/-$/, '') || 'docs';
}

/** The display name of a source: its folder or its address. */
export function sourceName(source: ProjectSource): string {
  switch (source.kind) {
    case 'folder':
      return source.path;
    case 'files':
      return source.folder;
    case 'pushed':
      return 'what is pushed';
    default:
      return source.url;
  }
}
