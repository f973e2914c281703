import { dropWithoutDocs, ensureProject, type EnsuredProject } from '../accounts/ensure-project.ts';
import type { App } from '../app.ts';
import type { Overrides } from '../config.ts';
import { deploy } from '../deployments/deploy.ts';
import type { DeployResult } from '../deployments/deploy-deps.ts';
import { shareFolders } from '../deployments/share-folders.ts';
import { requireFolder } from '../content/sources/folder.ts';
import { docsFolder } from './arguments.ts';
import { openCommandApp } from './open-app.ts';
import { showProgress } from './progress.ts';

export type OpenDocs = EnsuredProject & { app: App; deployed: DeployResult };

/**
 * The app and the project of a folder, with an up-to-date index. The caller closes the app.
 * @throws DocentError `not_found` for a folder that is missing or has no docs
 */
export async function openDocs(
  path: string | undefined,
  overrides: Overrides,
  { confirmed = false, built }: { confirmed?: boolean; built?: string | undefined } = {},
): Promise<OpenDocs> {
  const folder = docsFolder(path);
  requireFolder(folder);
  const app = await openCommandApp(overrides);
  let ensured: Awaited<ReturnType<typeof ensureProject>> | undefined;
  try {
    ensured = await ensureProject(app.store, { folder, baseUrl: app.config.baseUrl, built });
    await shareFolders(app.sources, ensured.project, { again: true });
    const deployed = await deploy(app, ensured.project, {
      onProgress: showProgress(),
      ...(confirmed && { confirmed }),
    });
    return { ...ensured, app, deployed };
  } catch (error) {
    if (ensured !== undefined) await dropWithoutDocs(app.store, ensured, error);
    await app.close();
    throw error;
  }
}
