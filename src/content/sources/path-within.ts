import { isAbsolute, relative, sep } from 'node:path';

/** A path below a folder as the docs name it, with `/`; null when it is not below it. Both are absolute, without links. */
export function pathWithin(folder: string, path: string): string | null {
  const within = relative(folder, path);
  if (within === '..' || within.startsWith(`..${sep}`) || isAbsolute(within)) return null;
  return within.replaceAll(sep, '/');
}
