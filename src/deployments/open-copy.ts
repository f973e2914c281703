import { randomUUID } from 'node:crypto';
import { copyFileSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { openIndex, type OpenOptions, type SearchIndex } from '../retrieval/open-index.ts';

/** How the name of a copy ends; a starting server deletes what a killed one left. */
export const copyEnding = '.open';

/**
 * Opens a copy of an index file, which is deleted once it is closed: Windows neither replaces nor deletes a file that is
 * open. https://learn.microsoft.com/en-us/windows/win32/api/fileapi/nf-fileapi-createfilew
 * @throws as `openIndex`
 */
export function openCopy(file: string, options: OpenOptions): SearchIndex {
  const copy = `${file}.${randomUUID()}${copyEnding}`;
  try {
    copyFileSync(file, copy);
    const index = openIndex(copy, options);
    return {
      ...index,
      close() {
        index.close();
        // A thread that searches it has it open until it ends.
        void rm(copy, { force: true, maxRetries: 10, retryDelay: 200 }).catch(() => {});
      },
    };
  } catch (error) {
    rmSync(copy, { force: true });
    throw error;
  }
}
