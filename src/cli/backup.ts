import { existsSync } from 'node:fs';
import { open, readdir, rename, rm } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { defineCommand } from 'citty';
import type { Config } from '../config.ts';
import { readConfig } from './read-config.ts';
import { DocentError } from '../errors.ts';
import { version } from '../lib/package.ts';
import { backUp } from '../store/backup/backup.ts';
import { dataOption, jsonOption } from './arguments.ts';
import { describeBackup } from './describe-backup.ts';

export const backupCommand = defineCommand({
  meta: { name: 'docent backup', description: 'Back up everything to one file, while the server runs.' },
  args: {
    file: { type: 'positional', required: true, description: 'The file to write, such as docent.backup.' },
    data: dataOption,
    json: jsonOption,
  },
  async run({ args: { file, data, json } }) {
    const config = readConfig({ dataFolder: data });
    requireState(config);
    if (existsSync(file)) throw new DocentError('conflict', `${file} already exists. Name another file.`);
    const unfinished = `${file}.unfinished`;
    await rm(unfinished, { force: true });
    try {
      const counts = await backUp(storeOptions(config), unfinished, version, async (indexFiles) => [
        ...indexFiles.map((name) => placed(config, join('indexes', name))),
        ...(await pushedTexts(config)),
        ...(await localRepositories(config)),
      ]);
      await using written = await open(unfinished, 'r+');
      await written.sync();
      await rename(unfinished, file);
      console.log(json ? JSON.stringify({ file, ...counts }) : `Saved ${describeBackup(counts)} in ${file}.`);
    } finally {
      await rm(unfinished, { force: true });
    }
  },
});

export const storeOptions = ({ databaseUrl, databaseConnections, secretKey }: Config) => ({
  url: databaseUrl,
  maxConnections: databaseConnections,
  secretKey,
});

/** Opening the database would create it, so its existence is checked first. */
function requireState({ databaseUrl }: Config): void {
  const file = /^sqlite:(.*)$/s.exec(databaseUrl)?.[1];
  if (file === undefined || existsSync(file)) return;
  throw new DocentError('not_found', `There is no database at ${file}. Name the data folder with --data.`);
}

const placed = ({ dataFolder }: Config, name: string) => ({
  name: name.split(sep).join('/'),
  path: join(dataFolder, name),
});

/** Pushed docs of a server that stores its files locally. */
async function pushedTexts(config: Config): Promise<{ name: string; path: string }[]> {
  const names = await readdir(join(config.dataFolder, 'pushed')).catch(() => []);
  return names.map((name) => placed(config, join('pushed', name)));
}

/**
 * Our repositories for plain folders, with their jobs' pull requests. Refs are copied before objects, so that no
 * referenced commit is missing.
 */
async function localRepositories(config: Config): Promise<{ name: string; path: string }[]> {
  const folder = join(config.dataFolder, 'local');
  if (!existsSync(folder)) return [];
  const files = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.lock'))
    .map(({ parentPath, name }) => placed(config, relative(config.dataFolder, join(parentPath, name))));
  const isObject = ({ name }: { name: string }) => name.includes('/objects/');
  return [...files.filter((file) => !isObject(file)), ...files.filter(isObject)];
}
