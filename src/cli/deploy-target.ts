import { listProjects, type Project } from '../store/projects.ts';
import { recordAuditEvent } from '../accounts/audit-event.ts';
import { ensureDefaultOrganization } from '../accounts/manage-organizations.ts';
import { readConfig } from './read-config.ts';
import { DocentError } from '../errors.ts';
import { type DeploymentProgress, findDeployment } from '../store/deployments.ts';
import { requestDeployment } from '../deployments/request-deployment.ts';
import { requireUnpinned } from '../deployments/pinned.ts';
import { deployPreview } from '../deployments/deploy-preview.ts';
import { rollBack } from '../deployments/roll-back.ts';
import { shareFolders } from '../deployments/share-folders.ts';
import { type ApiClient, createApiClient } from './api-client.ts';
import { withBuilt } from '../accounts/with-built.ts';
import { dataOption, webUrl } from './arguments.ts';
import { builtPlace } from './built-option.ts';
import { domainsOf } from './choose-project.ts';
import { commandEvent } from './command-event.ts';
import { openCommandApp } from './open-app.ts';
import { pushFolder } from './push-folder.ts';
import { UsageError } from './usage-error.ts';
import { program } from '../lib/program.ts';

/** Options of commands that work with a running server or with a data folder. */
export const targetOptions = {
  url: {
    type: 'string',
    valueHint: 'URL',
    description: 'URL of a running server, instead of the data folder (DOCENT_URL).',
  },
  key: { type: 'string', valueHint: 'KEY', description: 'Admin key for that server (DOCENT_KEY).' },
  data: dataOption,
} as const;

/** A deployment for display in a terminal. */
export type ShownDeployment = {
  id: string;
  status: string;
  summary: string;
  progress: DeploymentProgress | null;
  logs: string[];
  isOver: boolean;
};

/** The target of a deployment: a running server, or this machine's data folder. */
export type DeployTarget = {
  /** @returns the id of the deployment */
  deploy(
    project: string | undefined,
    wish: {
      confirm: boolean;
      branch: string | undefined;
      folder: string | undefined;
      source: string | undefined;
      built: string | undefined;
    },
  ): Promise<string>;
  status(id: string): Promise<ShownDeployment>;
  rollBack(
    project: string | undefined,
    to: string | undefined,
    pin: boolean,
  ): Promise<{ id: string; summary: string }>;
  close(): Promise<void>;
};

export async function openTarget(args: {
  url?: string | undefined;
  key?: string | undefined;
  data?: string | undefined;
}): Promise<DeployTarget> {
  const config = readConfig({ dataFolder: args.data });
  const given = args.url === undefined ? undefined : webUrl('url', args.url).replace(/\/$/, '');
  const url = given ?? config.remote.url;
  if (url === undefined) return openLocalTarget(args.data);
  const key = args.key ?? config.remote.key;
  if (key === undefined)
    throw new UsageError('A server needs an admin key: give it with --key or DOCENT_KEY.');
  return remoteTarget(createApiClient(url, key));
}

type RemoteProject = { id: string; domain: string };
type RemoteDeployment = Omit<ShownDeployment, 'id' | 'isOver'> & { _id: string; endedAt: string | null };

function remoteTarget(api: ApiClient): DeployTarget {
  const choose = async (named: string | undefined): Promise<RemoteProject> => {
    const organizations = await api.send<{ items: { id: string }[] }>('GET', '/manage/v1/organizations');
    const path = `/manage/v1/organizations/${organizations.items[0]!.id}/projects?limit=100`;
    return chooseFrom((await api.send<{ items: RemoteProject[] }>('GET', path)).items, named);
  };
  return {
    async deploy(named, { confirm, branch, folder, source, built }) {
      if (folder === undefined && built !== undefined)
        throw new UsageError(
          '--built goes with a folder that is pushed. Else set `built` of the project’s source.',
        );
      const { id } = await choose(named);
      if (folder !== undefined) return pushFolder(api, id, folder, { confirm, source, built });
      const sent =
        branch === undefined
          ? api.send<{ statusId: string }>('POST', `/v1/project/update/${id}`, { confirm })
          : api.send<{ statusId: string }>('POST', `/manage/v1/projects/${id}/previews`, { branch });
      return (await sent).statusId;
    },
    async status(id) {
      const found = await api.send<RemoteDeployment>('GET', `/v1/project/update-status/${id}`);
      return { ...found, id: found._id, isOver: found.endedAt !== null };
    },
    async rollBack(named, to, pin) {
      const { id } = await choose(named);
      const path = `/manage/v1/projects/${id}/deployments`;
      return api.send('POST', `${path}/${to ?? (await before(path))}/restore`, { pin });
    },
    close: async () => {},
  };

  async function before(path: string): Promise<string> {
    type Listed = { id: string; current: boolean; kept: boolean; cause: string; restoredFrom: string | null };
    const { items } = await api.send<{ items: Listed[] }>('GET', `${path}?limit=100`);
    const current = items.find((one) => one.current);
    const shown = current?.restoredFrom ?? current?.id;
    const at = items.findIndex(({ id }) => id === shown);
    const earlier = items.slice(at + 1).find(({ kept, cause }) => kept && cause !== 'rollback');
    if (current !== undefined && earlier !== undefined) return earlier.id;
    throw new DocentError('not_found', 'There is no earlier deployment to go back to.');
  }
}

async function openLocalTarget(dataFolder: string | undefined): Promise<DeployTarget> {
  const app = await openCommandApp({ dataFolder });
  const organization = await ensureDefaultOrganization(app.store);
  // Either this process or a server on this data folder claims the deployment.
  await app.start(['deployment']);
  const choose = async (named: string | undefined): Promise<Project> =>
    chooseFrom(await listProjects(app.store, organization.id), named);
  const record = (project: Project, action: string, details: Record<string, unknown>) =>
    recordAuditEvent(app.store, { ...commandEvent(organization, action, project), details });
  return {
    async deploy(named, { confirm, branch, folder, built }) {
      if (folder !== undefined)
        throw new UsageError('A folder is pushed to a server: name it with --url or DOCENT_URL.');
      const found = await choose(named);
      const project = built === undefined ? found : await withBuilt(app.store, found, builtPlace(built));
      if (branch !== undefined) {
        await record(project, 'preview.deploy', { branch });
        return (await deployPreview(app, project, branch, 'request')).statusId;
      }
      requireUnpinned(project);
      await shareFolders(app.sources, project, { again: true });
      await record(project, 'deployment.start', { confirm });
      return requestDeployment(app.store, project, { cause: 'request', confirmed: confirm });
    },
    async status(id) {
      const found = (await findDeployment(app.store, { organizationId: organization.id, id }))!;
      return { ...found, isOver: found.endedAt !== null };
    },
    async rollBack(named, to, pin) {
      const project = await choose(named);
      const restored = await rollBack(app, project, { to, pin });
      await record(project, 'deployment.restore', { to, pin, after: restored.id });
      return restored;
    },
    close: () => app.close(),
  };
}

/** The project of a domain or id, or the only one there is. */
function chooseFrom<One extends { id: string; domain: string }>(
  projects: One[],
  named: string | undefined,
): One {
  if (named !== undefined) {
    const found = projects.find(({ id, domain }) => id === named || domain === named);
    if (found !== undefined) return found;
    throw new DocentError('not_found', `There is no project "${named}". Run \`${program} projects list\`.`);
  }
  const [only, ...others] = projects;
  if (only === undefined)
    throw new DocentError('not_found', `There is no project yet. Run \`${program} projects add PATH\`.`);
  if (others.length > 0)
    throw new UsageError(
      `There are several projects: name one by its domain or id (${domainsOf(projects)}).`,
    );
  return only;
}
