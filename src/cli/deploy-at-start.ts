import type { App } from '../app.ts';
import type { Project } from '../store/projects.ts';
import { asDocentError } from '../errors.ts';
import { deploy } from '../deployments/deploy.ts';
import type { DeployResult } from '../deployments/deploy-deps.ts';
import { showProgress } from './progress.ts';

/**
 * Brings a project's docs up to date. When that fails, the docs of its last deployment answer, and it is said why.
 * @throws DocentError when there are none
 */
export async function deployAtStart(app: App, project: Project): Promise<DeployResult> {
  try {
    return await deploy(app, project, { onProgress: showProgress(), signal: app.stopped });
  } catch (error) {
    if (app.stopped.aborted) throw error;
    const docs = await app.indexes.lease(project).catch(() => null);
    if (docs === null) throw error;
    await using last = docs;
    console.error(`docent: ${asDocentError(error).message} The docs of the last deployment answer.`);
    const { info } = last.index;
    return { ...info, added: 0, changed: 0, removed: 0, unchanged: info.pages, warnings: [] };
  }
}
