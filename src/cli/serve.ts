import { defineCommand } from 'citty';
import type { Config } from '../config.ts';
import { readConfig } from './read-config.ts';
import { requireFolder } from '../content/sources/folder.ts';
import { DocentError } from '../errors.ts';
import { lockDataFolder } from '../store/lock-file.ts';
import { dataOption, docsFolder, jsonOption, pathArgument, wholeNumber } from './arguments.ts';
import { builtOption, builtPlace } from './built-option.ts';
import { mistypedSettings } from './mistyped-settings.ts';
import { startEarly } from './start-early.ts';
import { UsageError } from './usage-error.ts';

export const serveCommand = defineCommand({
  meta: { name: 'docent serve', description: 'Index docs and serve their assistant.' },
  args: {
    path: pathArgument,
    project: {
      type: 'string',
      valueHint: 'DOMAIN',
      description: 'Serve this project instead of a folder.',
    },
    built: builtOption,
    port: {
      type: 'string',
      valueHint: 'N',
      description: 'Port to listen on (default 3000); 0 picks a free one.',
    },
    data: dataOption,
    json: jsonOption,
  },
  async run({ args }) {
    if (args.path !== undefined && args.project !== undefined)
      throw new UsageError('Name a folder or a project, not both.');
    const folder = docsFolder(args.path);
    if (args.project === undefined) requireFolder(folder);
    const built = args.built === undefined ? undefined : builtPlace(args.built);
    const config = readConfig({ port: wholeNumber('port', args.port, 0, 65_535), dataFolder: args.data });
    const mistyped = mistypedSettings();
    if (mistyped !== null) console.error(mistyped);
    const unlock = lockData(config);
    startEarly(config);
    // The server's code loads meanwhile.
    const { runServer } = await import('./run-server.ts');
    try {
      await runServer(config, { folder, built, domain: args.project, asJson: args.json === true });
    } finally {
      unlock();
    }
  },
});

/** Two servers on one data folder would overwrite each other's indexes. */
function lockData({ dataFolder }: Config): () => void {
  process.umask(0o077);
  const unlock = lockDataFolder(dataFolder);
  if (unlock !== null) return unlock;
  throw new DocentError(
    'conflict',
    `Another server uses the data folder ${dataFolder}. Stop it, or choose another with --data.`,
  );
}
