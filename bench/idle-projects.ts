import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from '../src/app.ts';
import { ensureDefaultOrganization } from '../src/accounts/manage-organizations.ts';
import { deploy } from '../src/deployments/deploy.ts';
import { addProject, findProjectById } from '../src/store/projects.ts';

/** So many deployed projects of one page each, with their indexes open. */
export async function ensureOrganizationAndProjects(app: App, folder: string, count: number): Promise<void> {
  const organization = await ensureDefaultOrganization(app.store);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'index.md'), '# Harbour\n\nThe kraken sleeps in the harbour.\n');
  for (let nth = 0; nth < count; nth++) {
    const project = {
      id: `prj_${nth}`,
      organizationId: organization.id,
      domain: `docs-${nth}`,
      name: `Docs ${nth}`,
      baseUrl: null,
      settings: {},
      sources: [{ kind: 'folder' as const, path: folder }],
      currentDeploymentId: null,
      createdAt: Date.now(),
    };
    await addProject(app.store, project);
    await deploy(app, project);
    await app.indexes.warm((await findProjectById(app.store, project.id))!);
  }
}
