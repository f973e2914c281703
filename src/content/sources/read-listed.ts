import { readFile } from 'node:fs';
import { lstat, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isOutOfFiles } from '../../lib/open-files.ts';
import { mayHoldKeys } from '../../lib/key-files.ts';
import { decodeText } from './decode-text.ts';
import type { FileText, FileTree } from './file-tree.ts';
import { pathWithin } from './path-within.ts';
import { maxFileBytes, tooLarge } from './walked-paths.ts';

/**
 * Reads the listed files only: a configuration may name any path, as that of a link that leaves the folder. Those that may
 * hold keys are not read: a checkout has some that no commit has, and a page that includes one would publish it.
 */
export function readListed(folder: string, files: string[]): FileTree['read'] {
  const listed = new Set(files);
  return async (file) => {
    if (!listed.has(file)) return { text: null, warning: 'is not part of the docs' };
    if (mayHoldKeys(file)) return { text: null, warning: 'may hold keys and is not read' };
    return readText(folder, file);
  };
}

/** The callback API takes half the time of a file handle, which matters with 10,000 files. */
const readBytes = promisify(readFile);

async function readText(folder: string, file: string): Promise<FileText> {
  const path = join(folder, file);
  try {
    let known = await lstat(path);
    // It may have been replaced since it was listed: by a link, by a pipe, which never ends to be opened, or by a device.
    if (known.isSymbolicLink()) {
      if (pathWithin(await realpath(folder), await realpath(path)) === null)
        return { text: null, warning: 'is a link that leaves the folder' };
      known = await stat(path);
    }
    if (!known.isFile()) return { text: null, warning: 'is not a file' };
    const { size } = known;
    if (size > maxFileBytes) return { text: null, warning: tooLarge(size) };
    return decodeText(await readBytes(path));
  } catch (thrown) {
    // Nothing is wrong with the file: without it the docs would lose the page.
    if (isOutOfFiles(thrown)) throw thrown;
    const code = (thrown as NodeJS.ErrnoException).code ?? 'unknown error';
    return { text: null, warning: `cannot be read (${code})` };
  }
}
