import { ensureDefaultOrganization } from '../accounts/manage-organizations.ts';
import { type App, openApp } from '../app.ts';
import { loadConfig } from '../config.ts';

/** Runs `work` with the app of a data folder and its organization, without reading docs. */
export async function withApp<Result>(
  dataFolder: string | undefined,
  work: (app: App, organization: Awaited<ReturnType<typeof ensureDefaultOrganization>>) => Promise<Result>,
): Promise<Result> {
  const app = await openApp(loadConfig({ dataFolder }));
  try {
    return await work(app, await ensureDefaultOrganization(app.store));
  } finally {
    await app.close();
  }
}
