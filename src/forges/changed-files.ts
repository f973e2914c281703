import { posix } from 'node:path';
import { allPages } from './all-pages.ts';

/**
 * The changed files of a pull request, page by page. A forge lists only so many: then the folders of those stand for the
 * rest, with a slash at their end.
 */
export async function listChangedFiles(
  size: number,
  read: (page: number) => Promise<(string | null | undefined)[][]>,
): Promise<string[]> {
  const { items, isCut } = await allPages(size, read);
  const files = [...new Set(items.flat().filter((path) => path != null && path !== ''))] as string[];
  return isCut ? [...files, ...new Set(files.map((file) => `${posix.dirname(file)}/`))] : files;
}
