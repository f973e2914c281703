import type { UrlMapping } from '../lib/url-mapping.ts';
import { type PageRequest, type Paged, toPage } from './paging.ts';
import type { Tables } from './schema.ts';
import type { Store } from './store.ts';

export type ProjectSettings = {
  /** A known thread is then joined with its key only, never by `fp`. */
  requireThreadKey?: boolean;
  /** Questions and searches need a reader token. */
  requireReader?: boolean;
  /** Where the keys are that the site signs reader tokens with: https://www.rfc-editor.org/rfc/rfc7517 */
  readerJwksUrl?: string;
  /** Goes on when the plan's credits are used up, and counts what is beyond them. */
  overages?: boolean;
  /** What becomes of a question when they are and it may not: a 402, or search results alone. */
  whenExhausted?: 'refuse' | 'excerpts';
  /** The repository that jobs change, when it is not the docs folder itself. */
  repository?: { url: string; docsRoot: string };
  /** Repositories that jobs read and never change, such as the product's code. */
  codeRepositories?: CodeRepository[];
  /** What starts jobs besides people. */
  triggers?: {
    /** At most so many jobs in 24 hours. */
    jobsPerDay?: number | undefined;
    schedules?: ProjectSchedule[] | undefined;
  };
  /** How the pull requests of jobs are made. */
  pullRequests?: PullRequestSettings;
  /** What jobs may add to pages although it runs or is fetched: names of components, hosts, or kinds as `iframe`. */
  allowCode?: string[];
  /** Stays at the deployment that it was rolled back to, whatever is pushed. */
  pinned?: boolean;
  /** Minutes between looks at the sources for something new; 0 for never, in place of the server's own. */
  pollMinutes?: number;
  /** Branches that get a preview when they are pushed; `*` stands for anything. */
  previewBranches?: string[];
  /** How the widget looks, and what it says. */
  appearance?: Appearance;
  /** The assistant key that stands in the project's public page; without one, there is no such page. */
  askPageKey?: string;
  /** Has a language model write what helps to find sections, for at most so many dollars in a month (UTC). */
  expansion?: { maxDollars: number };
};

export type PullRequestSettings = {
  /** Where the docs of a branch are shown: an address with `{branch}`, `{number}` or `{domain}` in it. */
  previewUrl?: string | undefined;
  labels?: string[] | undefined;
  /** People and `organization/teams`. */
  reviewers?: string[] | undefined;
  /** Asks those who own the changed files by CODEOWNERS, where the forge does not do so itself. */
  askOwners?: boolean | undefined;
  /** Who commits; without it, Docent. */
  commitName?: string | undefined;
  commitEmail?: string | undefined;
  /** Adds `Signed-off-by`: https://developercertificate.org */
  signOff?: boolean | undefined;
  /** `forge`: the commit is made and signed by GitHub; `key`: signed by this server's key. */
  signing?: 'none' | 'forge' | 'key' | undefined;
};

/** What is not there is as the widget has it. */
export type Appearance = {
  name?: string | undefined;
  /** `#rrggbb` */
  color?: string | undefined;
  /** Of a picture. */
  logo?: string | undefined;
  greeting?: string | undefined;
  /** Of the button. */
  label?: string | undefined;
  position?: 'bottom-right' | 'bottom-left' | 'none' | undefined;
  /** An address or a mail address where a person answers. */
  support?: string | undefined;
  /** Questions to start with. */
  starters?: string[] | undefined;
};

/** Where docs of a project live, and where their pages are in it. */
export type ProjectSource = SourceOrigin & {
  /** Where this source's site is; without it, the project's base URL counts. */
  baseUrl?: string | undefined;
  /** Put before the paths of its pages, without slashes around: `api`. */
  prefix?: string | undefined;
};

type SourceOrigin = FolderOrigin | GitOrigin | SiteOrigin | LlmsOrigin | PushedOrigin;

type FolderOrigin = { kind: 'folder'; path: string; urls?: UrlMapping | undefined };

/** A job that is started once a day, week or month. */
export type ProjectSchedule = { name: string; every: 'day' | 'week' | 'month'; prompt: string };

export type CodeRepository = {
  url: string;
  /** A branch or tag; without it, the default branch. */
  ref?: string | undefined;
  /** Globs of the files that concern the docs; without them, all. */
  paths?: string[] | undefined;
  /** Whether this server's credentials may be used; only the operator says so. */
  trusted?: boolean | undefined;
};

export type GitOrigin = {
  kind: 'git';
  /** `https://…`, or `ssh://…` and `git@host:path` where the server has a key. */
  url: string;
  /** Without it, the repository's default branch. */
  branch?: string | undefined;
  /** The folder of the docs in the repository; without it, all of it. */
  root?: string | undefined;
  urls?: UrlMapping | undefined;
  /** Whether this server's credentials and private hosts may be used; only the operator says so. */
  trusted?: boolean | undefined;
};

export type SiteOrigin = {
  kind: 'site';
  /** Where to start; only what lies below its path is read. */
  url: string;
  /** Most pages to read. */
  pages?: number | undefined;
};

/** What `docent deploy FOLDER --url` sent last; a project has one at most. */
type PushedOrigin = { kind: 'pushed'; urls?: UrlMapping | undefined };

type LlmsOrigin = { kind: 'llms'; /** Of an `llms-full.txt`. */ url: string };

export type Project = {
  id: string;
  organizationId: string;
  /** The public identifier in every assistant address, unique on this server. */
  domain: string;
  name: string;
  /** Where the docs site is; null makes root-relative links. */
  baseUrl: string | null;
  settings: ProjectSettings;
  /** At least one; of two pages with the same path, the one of the earlier source counts. */
  sources: ProjectSource[];
  /** The deployment that answers now; null before the first one. */
  currentDeploymentId: string | null;
  createdAt: number;
  /** Of a project that shows another branch of a project: what that is. */
  preview?: Preview;
};

export type Preview = { of: string; branch: string; /** Milliseconds since 1970. */ expiresAt: number };

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

/** The organization's project of this domain or id. */
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

/** For the public page, whose visitors name nothing but the domain. */
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

/** For work in the background, whose tenant is known by the job. */
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

/** The projects of this whole server without their previews, for work that goes on in the background. */
export async function listAllProjects(store: Store): Promise<{ id: string }[]> {
  return await store.db
    .selectFrom('projects')
    .select('id')
    .where('previewOf', 'is', null)
    .orderBy('id')
    .execute();
}

/** The projects of this whole server, without previews, that may have docs in a folder. */
export async function listFolderProjects(store: Store): Promise<Project[]> {
  const rows = await store.db
    .selectFrom('projects')
    .selectAll()
    .where('previewOf', 'is', null)
    .where('source', 'like', '%"kind":"folder"%')
    .execute();
  return rows.map(toProject);
}

/** Whether no project of this server has docs yet, and one gets them by a push. */
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
  { limit, after }: PageRequest,
): Promise<Paged<Project>> {
  const rows = await store.db
    .selectFrom('projects')
    .selectAll()
    .where('organizationId', '=', by.organizationId)
    // A preview is found by its own domain only.
    .where((is) => (by.domain === undefined ? is('previewOf', 'is', null) : is('domain', '=', by.domain)))
    .$if(after !== undefined, (query) =>
      query.where((is) => is(is.refTuple('createdAt', 'id'), '>', is.tuple(after!.at, after!.id))),
    )
    .orderBy('createdAt')
    .orderBy('id')
    .limit(limit + 1)
    .execute();
  return toPage(rows.map(toProject), limit, ({ createdAt, id }) => ({ at: createdAt, id }));
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

/** Changes what is named; false when the organization has no such project. All but the name counts for its previews. */
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

/** A row as everyone else knows it. */
export function toProject(row: Tables['projects']): Project {
  const { source, settings, previewOf, branch, expiresAt, pollAt: _, ...plain } = row;
  const project = { ...plain, settings: JSON.parse(settings), sources: readSources(source) };
  if (previewOf === null) return project;
  return { ...project, preview: { of: previewOf, branch: branch!, expiresAt: expiresAt! } };
}

/** The sources of a row; one of an earlier version holds the only one, not a list. */
export function readSources(column: string): ProjectSource[] {
  return [JSON.parse(column)].flat();
}

/** Projects, no previews, that have schedules. */
export async function listScheduledProjects(store: Store): Promise<Project[]> {
  const rows = await store.db
    .selectFrom('projects')
    .selectAll()
    .where('settings', 'like', '%"schedules":[{%')
    .where('previewOf', 'is', null)
    .execute();
  return rows.map(toProject);
}
