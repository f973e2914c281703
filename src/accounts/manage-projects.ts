import { basename } from 'node:path';
import { DocentError } from '../errors.ts';
import { newId } from '../lib/ids.ts';
import { addProject, type Project, type ProjectSettings, type ProjectSource } from '../store/projects.ts';
import type { Store } from '../store/store.ts';

/** Finding and listing need no more than the rows. */

export type NewProject = {
  organizationId: string;
  name: string;
  /** Lower-case letters, digits and inner hyphens. Without it, one is made of the name. */
  domain?: string;
  baseUrl?: string | null;
  sources: ProjectSource[];
  settings?: ProjectSettings;
};

const domainShape = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Adds a project.
 * @throws DocentError `invalid_request` for a domain that cannot be one, `conflict` when it is taken
 */
export async function createProject(store: Store, project: NewProject): Promise<Project> {
  const { domain, name } = project;
  if (domain === undefined) return createWithFreeDomain(store, project, domainOf(name), 1);
  // Two hyphens part a project's domain from the branch of its preview.
  if (!domainShape.test(domain) || domain.includes('--')) {
    const message = 'A domain is 1 to 63 lower-case letters, digits and single inner hyphens.';
    throw new DocentError('invalid_request', message, { details: [{ path: 'domain', message }] });
  }
  const added = await tryDomain(store, project, domain);
  if (!added) throw new DocentError('conflict', `The domain ${domain} is taken. Please choose another one.`);
  return added;
}

/** `docs`, and when others have it `docs-2`, `docs-3` and so on. */
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
  // `/{domain}/pages/…` is where the docs of a project are read.
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

/** A name as a domain: `My Docs (v2)` → `my-docs-v2`. Letters without ASCII relatives are left out. */
function domainOf(name: string): string {
  const ascii = name.normalize('NFKD').toLowerCase().slice(0, 200);
  const words = ascii.replaceAll(/[\u0300-\u036f]/g, '').match(/[a-z0-9]+/g) ?? [];
  return words.join('-').slice(0, 50).replace(/-$/, '') || 'docs';
}

/** What people call a source: its folder or its address. */
export function sourceName(source: ProjectSource): string {
  switch (source.kind) {
    case 'folder':
      return source.path;
    case 'pushed':
      return 'what is pushed';
    default:
      return source.url;
  }
}

/** What a folder of docs is called. */
export function folderName(path: string): string {
  return basename(path) || 'docs';
}
