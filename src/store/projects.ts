import { type Issued, isInForce, issuedByOne } from './issued.ts';
import { withIssuer, withoutEnded } from './issued-settings.ts';
import { type CountedPage, oldestFirst, type PageRequest } from './paging.ts';
import type { ProjectSettings } from './project-settings.ts';
import { type ProjectSource, readSources } from './project-sources.ts';
import type { Tables } from './schema.ts';
import { inTransaction, type Store } from './store.ts';
import { allOf, firstOf } from './records.ts';

export type Project = {
  id: string;
  organizationId: string;
  /** The public identifier in assistant addresses, unique on this server. */
  domain: string;
  name: string;
  /** The address of the docs site; null: links are root-relative. */
  baseUrl: string | null;
  settings: ProjectSettings;
  /** At least one. When two pages have the same path, the earlier source's page is used. */
  sources: ProjectSource[];
  /** The live deployment; null before the first one. */
  currentDeploymentId: string | null;
  createdAt: number;
  /** Its sources that could not be read the last time; what was known of them stays. */
  sourceFaults?: SourceFault[];
  /** For a preview: its parent project, its branch and its expiry. */
  preview?: Preview;
};

/** A source that cannot be read, by its kind and its folder or address, since a time in milliseconds since 1970. */
type SourceFault = { kind: string; name: string; message: string; since: number };

type Preview = { of: string; branch: string; /** Milliseconds since 1970. */ expiresAt: number };

/** Adds a project; false when its domain is taken. */
export async function addProject(store: Store, project: Project): Promise<boolean> {
  const { sources, settings, preview, sourceFaults: _, ...plain } = project;
  const added = await store.db
    .insertInto('projects')
    .values({
      ...plain,
      settings: JSON.stringify(settings),
      source: JSON.stringify(sources),
      previewOf: preview?.of ?? null,
      branch: preview?.branch ?? null,
      expiresAt: preview?.expiresAt ?? null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}

/** All columns, for `toProject`. */
export const projects = ({ db }: Pick<Store, 'db'>) => db.selectFrom('projects').selectAll();

/** The organization's project with this domain or id. */
export async function findProject(
  store: Store,
  by: { organizationId: string } & ({ domain: string } | { projectId: string }),
): Promise<Project | undefined> {
  const row = await projects(store)
    .where('organizationId', '=', by.organizationId)
    .where((is) => ('domain' in by ? is('domain', '=', by.domain) : is('id', '=', by.projectId)))
    .executeTakeFirst();
  return row && toProject(row);
}

/** For the public page, whose visitors name only the domain. */
export async function findProjectByDomain(store: Store, domain: string): Promise<Project | undefined> {
  return firstOf(projects(store).where('domain', '=', domain), toProject);
}

/** The project of a server that has just one. */
export async function findOnlyProject(store: Store): Promise<Project | undefined> {
  const rows = await projects(store).where('previewOf', 'is', null).limit(2).execute();
  return rows.length === 1 ? toProject(rows[0]!) : undefined;
}

/** Projects that have a public page, by domain, of all organizations; without previews. */
export async function listProjectsWithPage(store: Store, limit: number): Promise<Project[]> {
  const rows = await projects(store)
    .where('previewOf', 'is', null)
    .where('settings', 'like', '%"askPageKey":"%')
    .orderBy('domain')
    .limit(limit)
    .execute();
  return rows.map(toProject);
}

/** For background work, whose tenant is known from the job. */
export async function findProjectById(store: Store, id: string): Promise<Project | undefined> {
  return firstOf(projects(store).where('id', '=', id), toProject);
}

/** All projects of an organization, oldest first; without previews. */
export async function listProjects(store: Store, organizationId: string): Promise<Project[]> {
  const rows = await projects(store)
    .where('organizationId', '=', organizationId)
    .where('previewOf', 'is', null)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  return rows.map(toProject);
}

/** What reports call an organization's projects, or one of them, oldest first; without previews. */
export async function listProjectNames(
  store: Store,
  by: { organizationId: string; projectId?: string | undefined },
): Promise<Pick<Project, 'id' | 'domain' | 'name'>[]> {
  return await store.db
    .selectFrom('projects')
    .select(['id', 'domain', 'name'])
    .where('organizationId', '=', by.organizationId)
    .where('previewOf', 'is', null)
    .$if(by.projectId !== undefined, (query) => query.where('id', '=', by.projectId!))
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}

/** The projects of this server without previews, for background work. */
export async function listAllProjects(store: Store): Promise<{ id: string }[]> {
  return await store.db
    .selectFrom('projects')
    .select('id')
    .where('previewOf', 'is', null)
    .orderBy('id')
    .execute();
}

/** Whether no project of this server has docs yet, and one waits for its first push. */
export async function waitsForFirstPush({ db }: Store): Promise<boolean> {
  const row = await db
    .selectFrom('projects')
    .select((one) => [
      one.fn.count('currentDeploymentId').as('deployed'),
      one.fn.sum(one.case().when('source', 'like', '%"kind":"pushed"%').then(1).else(0).end()).as('pushed'),
    ])
    .executeTakeFirst();
  return Number(row?.deployed) === 0 && Number(row?.pushed) > 0;
}

/** Projects, oldest first. */
export async function pageOfProjects(
  store: Store,
  by: { organizationId: string; domain?: string | undefined },
  page: PageRequest,
): Promise<CountedPage<Project>> {
  const query = projects(store)
    .where('organizationId', '=', by.organizationId)
    // Previews are listed only by their own domain.
    .where((is) => (by.domain === undefined ? is('previewOf', 'is', null) : is('domain', '=', by.domain)));
  return oldestFirst(query, page, toProject);
}

/** Deletes a project with everything that belongs to it; false when the organization has no such project. */
export async function deleteProject(
  store: Store,
  project: { organizationId: string; id: string },
): Promise<boolean> {
  const deleted = await store.db
    .deleteFrom('projects')
    .where('organizationId', '=', project.organizationId)
    .where('id', '=', project.id)
    .returning('id')
    .executeTakeFirst();
  return deleted !== undefined;
}

/** Changes the given fields, all but the name also of previews; false when the organization has no such project. */
export async function updateProject(
  store: Store,
  project: { organizationId: string; id: string },
  changes: Partial<Pick<Project, 'name' | 'baseUrl' | 'settings' | 'sources'>>,
): Promise<boolean> {
  const { settings, sources, name, ...plain } = changes;
  const { id } = project;
  const updated = await store.db
    .updateTable('projects')
    .set((update) => ({
      ...plain,
      ...(settings && { settings: JSON.stringify(settings) }),
      ...(sources && { source: JSON.stringify(sources) }),
      name:
        name === undefined
          ? update.ref('name')
          : update.case().when('id', '=', id).then(name).else(update.ref('name')).end(),
    }))
    .where('organizationId', '=', project.organizationId)
    .where((is) => is.or([is('id', '=', id), is('previewOf', '=', id)]))
    .returning('id')
    .execute();
  return updated.some((row) => row.id === id);
}

/**
 * Changes settings as they are now, which others may have changed since `project` was read.
 * @param issued the key that changes them, if it is one
 * @returns the changed project
 */
export async function changeSettings(
  store: Store,
  project: Project,
  change: (settings: ProjectSettings) => ProjectSettings,
  issued: Issued | null = null,
): Promise<Project> {
  return inTransaction(store, async (transaction) => {
    const row = await transaction.db
      .selectFrom('projects')
      .select('settings')
      .where('id', '=', project.id)
      .$if(store.kind === 'postgres', (query) => query.forUpdate())
      .executeTakeFirst();
    const before = row === undefined ? project.settings : settingsInForce(row.settings);
    const settings = withIssuer(before, change(before), issued);
    await updateProject(transaction, project, { settings });
    return { ...project, settings };
  });
}

/** Replaces what is recorded of sources that cannot be read. */
export async function setSourceFaults(
  { db }: Store,
  projectId: string,
  faults: readonly SourceFault[],
): Promise<void> {
  const sourceFaults = faults.length === 0 ? null : JSON.stringify(faults);
  await db.updateTable('projects').set({ sourceFaults }).where('id', '=', projectId).execute();
}

/** Converts a row to the record that other modules use. */
export function toProject(row: Tables['projects']): Project {
  const { source, settings, previewOf, branch, expiresAt, pollAt: _, sourceFaults, ...plain } = row;
  const project = {
    ...plain,
    settings: settingsInForce(settings),
    sources: readSources(source),
    ...(sourceFaults !== null && { sourceFaults: JSON.parse(sourceFaults) as SourceFault[] }),
  };
  if (previewOf === null) return project;
  return { ...project, preview: { of: previewOf, branch: branch!, expiresAt: expiresAt! } };
}

function settingsInForce(text: string): ProjectSettings {
  return withoutEnded(JSON.parse(text) as ProjectSettings, (issued) => !isInForce(issued, Date.now()));
}

/** Undoes the settings with which the keys opened doors. */
export async function endIssuedSettings(
  store: Store,
  organizationId: string,
  keys: readonly string[],
): Promise<void> {
  const rows = await store.db
    .selectFrom('projects')
    .select(['id', 'settings'])
    .where('organizationId', '=', organizationId)
    .where(issuedByOne('settings', keys))
    .$if(store.kind === 'postgres', (query) => query.forUpdate())
    .execute();
  for (const { id, settings } of rows) {
    const left = withoutEnded(JSON.parse(settings) as ProjectSettings, ({ by }) => keys.includes(by));
    await store.db
      .updateTable('projects')
      .set({ settings: JSON.stringify(left) })
      .where('id', '=', id)
      .execute();
  }
}

/** Projects, without previews, that have scheduled jobs. */
export async function listScheduledProjects(store: Store): Promise<Project[]> {
  return allOf(
    projects(store).where('settings', 'like', '%"schedules":[{%').where('previewOf', 'is', null),
    toProject,
  );
}
