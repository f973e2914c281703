import { randomUUID } from 'node:crypto';
import { copyFileSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { openIndex, type OpenOptions, type SearchIndex } from '../retrieval/open-index.ts';

/** The suffix of a copy's name; a starting server deletes copies that a killed one left. */
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
        // A search thread keeps it open until it ends.
        void rm(copy, { force: true, maxRetries: 10, retryDelay: 200 }).catch(() => {});
      },
    };
  } catch (error) {
    rmSync(copy, { force: true });
    throw error;
  }
}
