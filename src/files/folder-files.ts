import { createReadStream } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../lib/replace-file.ts';
import type { FileStore } from './file-store.ts';
import { verified } from './hash-file.ts';
import { MissingFile } from './missing-file.ts';

/** Files in a folder that all servers share, such as a network file system. */
export function folderFiles(folder: string): FileStore {
  return {
    async put(name, file, sha256) {
      await mkdir(folder, { recursive: true });
      await replaceFile(join(folder, name), (building) =>
        writeFile(building, verified(createReadStream(file), sha256)),
      );
    },
    async *get(name) {
      try {
        yield* createReadStream(join(folder, name), { highWaterMark: 1 << 20 }) as AsyncIterable<Uint8Array>;
      } catch (error) {
        throw (error as { code?: unknown }).code === 'ENOENT' ? new MissingFile(name, error) : error;
      }
    },
    remove: (name) => rm(join(folder, name), { force: true }),
    close() {},
  };
}
