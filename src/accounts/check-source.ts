import { realpathSync } from 'node:fs';
import { isAbsolute, relative, resolve } from 'node:path';
import { DocentError } from '../errors.ts';

/**
 * The real path of a folder that a person far away may name as docs.
 * @param allowed the folders that it must lie in
 * @throws DocentError `invalid_request` the same for one that is elsewhere and one that does not exist
 */
export function checkFolder(path: string, allowed: string[]): string {
  const real = realPath(resolve(path));
  const roots = allowed.flatMap((folder) => realPath(resolve(folder)) ?? []);
  if (real !== null && roots.some((root) => isInside(root, real))) return real;
  const message = 'The folder must exist and lie in one of the folders that DOCENT_FOLDERS names.';
  throw new DocentError('invalid_request', message, { details: [{ path: 'sources', message }] });
}

function realPath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === '' || (!isAbsolute(way) && way.split(/[\\/]/)[0] !== '..');
}
