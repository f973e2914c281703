import { type CountedPage, oldestFirst, type PageRequest } from './paging.ts';
import { type ProjectSource, readSources } from './project-sources.ts';
import type { Tables } from './schema.ts';
import { inTransaction, type Store } from './store.ts';

export type ProjectSettings = {
  /** Existing threads can be joined only with their key, never by `fp`. */
  requireThreadKey?: boolean;
  /** Questions and searches need a reader token. */
  requireReader?: boolean;
  /** The key set with which the site signs reader tokens: https://www.rfc-editor.org/rfc/rfc7517 */
  readerJwksUrl?: string;
  /** What the assistant is told, after what the docs themselves say. */
  instructions?: string;
  /** Answers continue beyond the plan's credits, and are counted as overages. */
  overages?: boolean;
  /** The answer to a question without credits and overages: a 402, or search results only. */
  whenExhausted?: 'refuse' | 'excerpts';
  /** The repository that jobs change, when it is not the docs folder itself. */
  repository?: { url: string; docsRoot: string };
  /** Repositories that jobs may read but not change, such as the product's code. */
  codeRepositories?: CodeRepository[];
  /** Triggers that start jobs. */
  triggers?: {
    /** The maximum number of triggered jobs in 24 hours. */
    jobsPerDay?: number | undefined;
    schedules?: ProjectSchedule[] | undefined;
  };
  /** Options for the pull requests of jobs. */
  pullRequests?: PullRequestSettings;
  /** Active content that jobs may add to pages: names of components, hosts, or kinds such as `iframe`. */
  allowCode?: string[];
  /** Pinned to the deployment of a rollback, whatever is pushed. */
  pinned?: boolean;
  /** Minutes between polls of the sources, 0 for never; overrides the server's setting. */
  pollMinutes?: number;
  /** Branches that get a preview when they are pushed; `*` matches any text. */
  previewBranches?: string[];
  /** The widget's look and texts. */
  appearance?: Appearance;
  /** The assistant key in the project's public page; without one, there is no such page. */
  askPageKey?: string;
  /** Has a language model expand sections for search, within a monthly (UTC) budget in dollars. */
  expansion?: { maxDollars: number };
};

export type PullRequestSettings = {
  /** The address of a branch's preview site, with `{branch}`, `{number}` or `{domain}` in it. */
  previewUrl?: string | undefined;
  labels?: string[] | undefined;
  /** People and `organization/teams`. */
  reviewers?: string[] | undefined;
  /** Requests reviews from CODEOWNERS of the changed files, where the forge does not do so itself. */
  askOwners?: boolean | undefined;
  /** The author of commits; Docent by default. */
  commitName?: string | undefined;
  commitEmail?: string | undefined;
  /** Adds `Signed-off-by`: https://developercertificate.org */
  signOff?: boolean | undefined;
  /** `forge`: GitHub creates and signs the commit; `key`: this server's key signs it. */
  signing?: 'none' | 'forge' | 'key' | undefined;
};

/** Absent fields have the widget's defaults. */
type Appearance = {
  name?: string | undefined;
  /** `#rrggbb` */
  color?: string | undefined;
  /** The address of an image. */
  logo?: string | undefined;
  greeting?: string | undefined;
  /** The corner of the button. */
  label?: string | undefined;
  position?: 'bottom-right' | 'bottom-left' | 'none' | undefined;
  /** A web or mail address where a person answers. */
  support?: string | undefined;
  /** Questions to start with. */
  starters?: string[] | undefined;
};

/** A job that starts every day, week or month. */
export type ProjectSchedule = { name: string; every: 'day' | 'week' | 'month'; prompt: string };

export type CodeRepository = {
  url: string;
  /** A branch or tag; by default the repository's default branch. */
  ref?: string | undefined;
  /** Globs of the files that matter for the docs; by default all. */
  paths?: string[] | undefined;
  /** Whether this server's credentials may be used; set by operators only. */
  trusted?: boolean | undefined;
};

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
  /** For a preview: its parent project, its branch and its expiry. */
  preview?: Preview;
};

type Preview = { of: string; branch: string; /** Milliseconds since 1970. */ expiresAt: number };

/** Adds a project; false when its domain is taken. */
export async function addProject(store: Store, project: Project): Promise<boolean> {
  const { sources, settings, preview, ...plain } = project;
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

/** The organization's project with this domain or id. */
export async function findProject(
  store: Store,
  by: { organizationId: string } & ({ domain: string } | { projectId: string }),
): Promise<Project | undefined> {
  const row = await store.db
    .selectFrom('projects')
    .selectAll()
    .where('organizationId', '=', by.organizationId)
    .where((is) => ('domain' in by ? is('domain', '=', by.domain) : is('id', '=', by.projectId)))
    .executeTakeFirst();
  return row && toProject(row);
}

/** For the public page, whose visitors name only the domain. */
export async function findProjectByDomain(store: Store, domain: string): Promise<Project | undefined> {
  const row = await store.db
    .selectFrom('projects')
    .selectAll()
    .where('domain', '=', domain)
    .executeTakeFirst();
  return row && toProject(row);
}

/** The project of a server that has just one. */
export async function findOnlyProject(store: Store): Promise<Project | undefined> {
  const rows = await store.db
    .selectFrom('projects')
    .selectAll()
    .where('previewOf', 'is', null)
    .limit(2)
    .execute();
  return rows.length === 1 ? toProject(rows[0]!) : undefined;
}

/** For background work, whose tenant is known from the job. */
export async function findProjectById(store: Store, id: string): Promise<Project | undefined> {
  const row = await store.db.selectFrom('projects').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toProject(row);
}

/** All projects of an organization, oldest first; without previews. */
export async function listProjects(store: Store, organizationId: string): Promise<Project[]> {
  const rows = await store.db
    .selectFrom('projects')
    .selectAll()
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
  const query = store.db
    .selectFrom('projects')
    .selectAll()
    .where('organizationId', '=', by.organizationId)
    // Previews are listed only by their own domain.
    .where((is) => (by.domain === undefined ? is('previewOf', 'is', null) : is('domain', '=', by.domain)));
  const { rows, ...rest } = await oldestFirst(query, page);
  return { rows: rows.map(toProject), ...rest };
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
 * @returns the changed project
 */
export async function changeSettings(
  store: Store,
  project: Project,
  change: (settings: ProjectSettings) => ProjectSettings,
): Promise<Project> {
  return inTransaction(store, async (transaction) => {
    const row = await transaction.db
      .selectFrom('projects')
      .select('settings')
      .where('id', '=', project.id)
      .$if(store.kind === 'postgres', (query) => query.forUpdate())
      .executeTakeFirst();
    const settings = change(row === undefined ? project.settings : JSON.parse(row.settings));
    await updateProject(transaction, project, { settings });
    return { ...project, settings };
  });
}

/** Converts a row to the record that other modules use. */
export function toProject(row: Tables['projects']): Project {
  const { source, settings, previewOf, branch, expiresAt, pollAt: _, ...plain } = row;
  const project = { ...plain, settings: JSON.parse(settings), sources: readSources(source) };
  if (previewOf === null) return project;
  return { ...project, preview: { of: previewOf, branch: branch!, expiresAt: expiresAt! } };
}

/** Projects, without previews, that have scheduled jobs. */
export async function listScheduledProjects(store: Store): Promise<Project[]> {
  const rows = await store.db
    .selectFrom('projects')
    .selectAll()
    .where('settings', 'like', '%"schedules":[{%')
    .where('previewOf', 'is', null)
    .execute();
  return rows.map(toProject);
}
