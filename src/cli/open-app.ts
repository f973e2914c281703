import { ensureDefaultOrganization } from '../accounts/manage-organizations.ts';
import { type App, openApp } from '../app.ts';
import type { Overrides } from '../config.ts';
import { readConfig } from './read-config.ts';

/** The app for one command. A database thread takes longer to start than a command's queries. */
export function openCommandApp(overrides: Overrides): Promise<App> {
  return openApp({ ...readConfig(overrides), databaseThread: false });
}

/** Runs `work` with the app of a data folder and its organization, without reading docs. */
export async function withApp<Result>(
  dataFolder: string | undefined,
  work: (app: App, organization: Awaited<ReturnType<typeof ensureDefaultOrganization>>) => Promise<Result>,
): Promise<Result> {
  const app = await openCommandApp({ dataFolder });
  try {
    return await work(app, await ensureDefaultOrganization(app.store));
  } finally {
    await app.close();
  }
}
