import { mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { defineCommand } from 'citty';
import { findAskPage } from '../accounts/ask-page-key.ts';
import { newSetupLink } from '../accounts/invitation.ts';
import { ensureProject, type EnsuredProject } from '../accounts/ensure-project.ts';
import { ensureDefaultOrganization } from '../accounts/manage-organizations.ts';
import { type App, openApp, lockDataFolder } from '../app.ts';
import { type Config, loadConfig } from '../config.ts';
import { requireFolder } from '../content/sources/folder.ts';
import { DocentError } from '../errors.ts';
import { closeServer, listen } from '../http/listen.ts';
import { createServer } from '../http/server.ts';
import { refreshProjects } from '../deployments/refresh-projects.ts';
import { dataOption, docsFolder, jsonOption, pathArgument, wholeNumber } from './arguments.ts';
import { chooseProject } from './choose-project.ts';
import { deployAtStart } from './deploy-at-start.ts';
import { keepAddress } from './last-address.ts';
import { showProgress } from './progress.ts';
import { showReady } from './show-ready.ts';
import { showWarnings } from './show-deployment.ts';
import { UsageError } from './usage-error.ts';

/** The time for open streams to finish; supervisors usually kill after 30 s. */
const graceMs = 25_000;

export const serveCommand = defineCommand({
  meta: { name: 'docent serve', description: 'Index docs and serve their assistant.' },
  args: {
    path: pathArgument,
    project: {
      type: 'string',
      valueHint: 'DOMAIN',
      description: 'In place of a folder, a project that was added before.',
    },
    port: {
      type: 'string',
      valueHint: 'N',
      description: 'Port to listen on (default 3000); 0 takes a free one.',
    },
    data: dataOption,
    json: jsonOption,
  },
  async run({ args }) {
    if (args.path !== undefined && args.project !== undefined)
      throw new UsageError('Name a folder or a project, not both.');
    const folder = docsFolder(args.path);
    if (args.project === undefined) requireFolder(folder);
    const config = loadConfig({ port: wholeNumber('port', args.port, 0, 65_535), dataFolder: args.data });
    const unlock = lockData(config);
    const told = untilToldToStop();
    const app = await openApp(config);
    const stopped = told.then(({ signal, again }) => drain(app, signal, again));
    const server = createServer(app);
    let deploying: Promise<unknown> = Promise.resolve();
    try {
      const url = await listen(server, config);
      app.listensAt(url);
      keepAddress(config, url);
      const { organization, project, keys } =
        args.project === undefined
          ? await ensureProject(app.store, { folder, baseUrl: config.baseUrl })
          : await knownProject(app, args.project);
      await app.start();
      const first = deployAtStart(app, project);
      deploying = first;
      const deployed = await Promise.race([first, stopped]);
      if (deployed === undefined) return;
      if (deployed.pages > 0) await app.indexes.warm(project);
      showWarnings(deployed);
      void app.widget.prepare().then(() => app.dashboard.prepare());
      const address = config.publicUrl ?? url;
      const setupToken = await newSetupLink(app.store, organization);
      const setupLink = setupToken === null ? null : `${address}/setup#${setupToken}`;
      const askPage = (await findAskPage(app.store, project.domain)) && `${address}/ask/${project.domain}`;
      showReady({
        models: config.models.names,
        retentionDays: config.retentionDays,
        url: address,
        project,
        keys,
        setupLink,
        askPage,
        deployed,
        asJson: args.json === true,
      });
      app.revisions.request(project.id, showProgress());
      if (config.role !== 'web')
        deploying = refreshProjects(app, organization.id, ({ id }) => id !== project.id);
      await Promise.race([deploying, stopped]);
      await stopped;
    } finally {
      app.stop();
      await closeServer(server, graceMs);
      // Work that the stop ended is still recorded.
      await deploying.catch(() => {});
      await app.close();
      unlock();
    }
  },
});

async function knownProject(app: App, domain: string): Promise<EnsuredProject> {
  const organization = await ensureDefaultOrganization(app.store);
  return { organization, project: await chooseProject(app, organization, domain), keys: null };
}

/** Two servers on one data folder would overwrite each other's indexes. */
function lockData({ dataFolder }: Config): () => void {
  try {
    process.umask(0o077);
    mkdirSync(dataFolder, { recursive: true });
  } catch (cause) {
    throw new DocentError(
      'not_ready',
      `The data folder ${dataFolder} cannot be written. Choose another with --data.`,
      { cause },
    );
  }
  const unlock = lockDataFolder(dataFolder);
  if (unlock !== null) return unlock;
  throw new DocentError(
    'conflict',
    `Another server uses the data folder ${dataFolder}. Stop it, or choose another with --data.`,
  );
}

type Told = { signal: NodeJS.Signals; /** Resolves at the second signal. */ again: Promise<unknown> };

function untilToldToStop(): Promise<Told> {
  const { promise, resolve } = Promise.withResolvers<Told>();
  const again = Promise.withResolvers<void>();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      process.once(signal, () => again.resolve());
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
