import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { defineCommand } from 'citty';
import { lockDataFolder } from '../store/lock-file.ts';
import { readConfig } from './read-config.ts';
import { DocentError } from '../errors.ts';
import { restore } from '../store/backup/backup.ts';
import { dataOption, jsonOption } from './arguments.ts';
import { storeOptions } from './backup.ts';
import { describeBackup } from './describe-backup.ts';

export const restoreCommand = defineCommand({
  meta: {
    name: 'docent restore',
    description: 'Restore a backup into an empty data folder or database.',
  },
  args: {
    file: { type: 'positional', required: true, description: 'A file written by `docent backup`.' },
    data: dataOption,
    json: jsonOption,
  },
  async run({ args: { file, data, json } }) {
    const config = readConfig({ dataFolder: data });
    process.umask(0o077);
    const unlock = lockDataFolder(config.dataFolder);
    if (unlock === null)
      throw new DocentError('conflict', `A server uses the data folder ${config.dataFolder}. Stop it first.`);
    try {
      const { info, ...counts } = await restore(storeOptions(config), file, async (name, bytes) => {
        const path = placeOf(config.dataFolder, name);
        await mkdir(dirname(path), { recursive: true });
        await pipeline(bytes, createWriteStream(path));
      });
      const madeAt = new Date(info.madeAt).toISOString();
      if (json) console.log(JSON.stringify({ ...counts, ...info, madeAt }));
      else
        console.log(
          `Restored ${describeBackup(counts)}, as they were at ${madeAt} (Docent ${info.version}).`,
        );
    } finally {
      unlock();
    }
  },
});

/** The backup's author must not choose where its files are written. */
function placeOf(dataFolder: string, name: string): string {
  const isPlain = /^(indexes|local|pushed)\/[^\\\p{Cc}]+$/u.test(name) && !name.split('/').includes('..');
  if (isPlain) return resolve(dataFolder, name);
  throw new DocentError('invalid_request', 'The backup contains a file that does not belong in a backup.');
}
