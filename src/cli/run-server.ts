import { setTimeout as sleep } from 'node:timers/promises';
import { findAskPage } from '../accounts/ask-page-key.ts';
import { newSetupLink } from '../accounts/invitation.ts';
import {
  dropWithoutDocs,
  ensureProject,
  type EnsuredProject,
  makeFirstKeys,
} from '../accounts/ensure-project.ts';
import { withBuilt } from '../accounts/with-built.ts';
import { ensureDefaultOrganization } from '../accounts/manage-organizations.ts';
import { type App, openApp } from '../app.ts';
import type { Config } from '../config.ts';
import { closeServer, listen } from '../http/listen.ts';
import { createServer, loadRoutes } from '../http/server.ts';
import { refreshProjects } from '../deployments/refresh-projects.ts';
import { chooseProject } from './choose-project.ts';
import { deployAtStart } from './deploy-at-start.ts';
import { keepAddress } from './last-address.ts';
import { showProgress } from './progress.ts';
import { showReady } from './show-ready.ts';
import { showWarnings } from './show-deployment.ts';

/** The time for open streams to finish before they are told to end; supervisors usually kill after 30 s. */
const graceMs = 25_000;

type Served = {
  folder: string;
  /** The site's own build. */
  built: string | undefined;
  /** In place of the folder. */
  domain: string | undefined;
  asJson: boolean;
};

/** Serves a folder or a project until it is told to stop. The caller holds the lock of the data folder. */
export async function runServer(config: Config, { folder, built, domain, asJson }: Served): Promise<void> {
  const told = untilToldToStop();
  const app = await openApp(config);
  const stopped = told.then(({ signal, again }) => drain(app, signal, again));
  const server = createServer(app);
  let deploying: Promise<unknown> = Promise.resolve();
  try {
    const url = await listen(server, config);
    app.listensAt(url);
    keepAddress(config, url);
    const { organization, project, isNew } =
      domain === undefined
        ? await ensureProject(app.store, { folder, baseUrl: config.baseUrl, built })
        : { ...(await knownProject(app, domain, built)), isNew: false };
    await app.start();
    const show = showProgress();
    const first = deployAtStart(app, project, (progress) => {
      show(progress);
      // Another process is starting to parse, so this one is idle.
      if (progress.done === 0) setImmediate(loadRoutes);
    }).catch(async (error: unknown) => {
      await dropWithoutDocs(app.store, { project, isNew }, error);
      throw error;
    });
    deploying = first;
    const deployed = await Promise.race([first, stopped]);
    if (deployed === undefined) return;
    await loadRoutes();
    if (deployed.pages > 0) await app.indexes.warm(project);
    showWarnings(deployed);
    const address = config.publicUrl ?? url;
    const setupToken = await newSetupLink(app.store, organization);
    const setupLink = setupToken === null ? null : `${address}/setup#${setupToken}`;
    const askPage = (await findAskPage(app.store, project.domain)) && `${address}/ask/${project.domain}`;
    // Not earlier: a failed or interrupted start would create keys that nobody sees.
    const keys = await makeFirstKeys(app.store, project, domain === undefined ? 'project' : 'organization');
    showReady({
      models: config.models.names,
      retentionDays: config.retentionDays,
      creditsPerMonth: config.answers.creditsPerMonth,
      host: config.host,
      url: address,
      project,
      keys,
      setupLink,
      askPage,
      deployed,
      asJson,
    });
    void app.widget.prepare().then(() => app.dashboard.prepare());
    app.revisions.request(project.id, showProgress());
    if (config.role !== 'web')
      deploying = refreshProjects(app, organization.id, ({ id }) => id !== project.id);
    await Promise.race([deploying, stopped]);
    await stopped;
  } finally {
    app.stop();
    await closeServer(server, graceMs, app.interrupt);
    // Lets interrupted work be recorded.
    await deploying.catch(() => {});
    await app.close();
  }
}

async function knownProject(app: App, domain: string, built: string | undefined): Promise<EnsuredProject> {
  const organization = await ensureDefaultOrganization(app.store);
  const project = await chooseProject(app, organization, domain);
  return {
    organization,
    project: built === undefined ? project : await withBuilt(app.store, project, built),
  };
}

type Told = { signal: NodeJS.Signals; /** Resolves at the second signal. */ again: Promise<unknown> };

function untilToldToStop(): Promise<Told> {
  const { promise, resolve } = Promise.withResolvers<Told>();
  const again = Promise.withResolvers<void>();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      // Without a listener, the second Ctrl-C ends the process at once, which loses nothing that is stored.
      if (signal === 'SIGINT') console.error('Stopping. Press Ctrl-C again to stop at once.');
      else process.once(signal, () => again.resolve());
      resolve({ signal, again: again.promise });
    });
  }
  return promise;
}

/** Waits after a stop signal, because load balancers send requests until they notice that the server stops. */
async function drain(app: App, signal: NodeJS.Signals, again: Promise<unknown>): Promise<undefined> {
  if (signal === 'SIGTERM' && app.config.drainMs > 0) {
    app.drain();
    await Promise.race([sleep(app.config.drainMs), again]);
  }
  return undefined;
}
