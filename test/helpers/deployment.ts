import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { ensureProject } from '../../src/accounts/ensure-project.ts';
import { deploy } from '../../src/deployments/deploy.ts';
import type { DeployResult, DeployDeps } from '../../src/deployments/deploy-deps.ts';
import { noTravel } from '../../src/deployments/index-travel.ts';
import { folderFiles } from '../../src/files/folder-files.ts';
import type { SourceDeps } from '../../src/deployments/open-source.ts';
import { indexedFiles } from '../../src/retrieval/indexed-files.ts';
import { type IndexedPage } from '../../src/retrieval/read-page.ts';
import { openIndex } from '../../src/retrieval/open-index.ts';
import { type Deployment, findCurrentDeployment, listDeployments } from '../../src/store/deployments.ts';
import type { Project } from '../../src/store/projects.ts';
import type { ProjectSource } from '../../src/store/project-sources.ts';
import { openTestStore } from './open-test-store.ts';

/** A project whose sources can be deployed, and what is live of it then. */
export type TestDeployment = {
  project: Project;
  deps: DeployDeps;
  /** @param onParse told how many files are parsed */
  deploy(onParse?: (total: number) => void): Promise<DeployResult>;
  /** The live pages by path. */
  pages(): Promise<Map<string, IndexedPage>>;
  /** Newest first. */
  deployments(): Promise<Deployment[]>;
};

export async function projectOf(
  context: TestContext,
  sources: ProjectSource[],
  access: Partial<SourceDeps> = {},
): Promise<TestDeployment> {
  const folder = await mkdtemp(join(tmpdir(), 'docent-deploy-'));
  context.after(() => rm(folder, { recursive: true, force: true }));
  const store = await openTestStore(context);
  const ensured = await ensureProject(store, { folder: '/none' });
  const project = { ...ensured.project, sources };
  const deps: DeployDeps = {
    store,
    indexFolder: folder,
    travel: noTravel,
    sources: {
      sourceFolder: join(folder, 'sources'),
      knownHashes: new Map(),
      notionUrl: 'https://api.notion.com',
      forges: { github: null, gitlab: null, gitea: null },
      credentials: {},
      ssh: null,
      privateHosts: [],
      pushed: { store, files: folderFiles(join(folder, 'pushed')), isShared: false },
      ...access,
    },
  };
  return {
    project,
    deps,
    deploy: (onParse = () => {}) =>
      deploy(deps, project, {
        onProgress: ({ phase, total }) => phase === 'Indexing pages' && onParse(total),
      }),
    async pages() {
      const current = await findCurrentDeployment(store, project.id);
      const file = join(folder, current?.indexFile ?? 'none');
      const index = openIndex(file);
      try {
        return new Map(indexedFiles(file).map(({ path }) => [path, index.page(path)!]));
      } finally {
        index.close();
      }
    },
    deployments: () => listDeployments(store, { projectId: project.id, limit: 20 }),
  };
}
