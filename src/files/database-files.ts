import { createReadStream } from 'node:fs';
import { addChunk, deleteChunks, readChunk } from '../store/file-chunks.ts';
import type { Store } from '../store/store.ts';
import type { FileStore } from './file-store.ts';
import { verified } from './hash-file.ts';
import { MissingFile } from './missing-file.ts';

const chunkBytes = 1 << 20;

/** Files in the database, in chunks: no further service to run, and large enough for a few gigabytes. */
export function databaseFiles(store: Store): FileStore {
  return {
    async put(name, file, sha256) {
      let nth = 0;
      try {
        const bytes = createReadStream(file, { highWaterMark: chunkBytes });
        for await (const chunk of verified(bytes, sha256))
          await addChunk(store, { name, nth: nth++, bytes: chunk });
        // An empty file has a chunk, too: without one there is no file.
        if (nth === 0) await addChunk(store, { name, nth, bytes: Buffer.alloc(0) });
      } catch (error) {
        await deleteChunks(store, name);
        throw error;
      }
    },
    async *get(name) {
      for (let nth = 0; ; nth++) {
        const chunk = await readChunk(store, name, nth);
        if (chunk === undefined && nth === 0) throw new MissingFile(name);
        if (chunk === undefined) return;
        yield chunk;
      }
    },
    remove: (name) => deleteChunks(store, name),
    close() {},
  };
}
