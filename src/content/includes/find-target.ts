import { belowRoot, folderOf, joinPath } from '../site/paths.ts';
import type { FileTree } from '../sources/file-tree.ts';
import { filesNamed } from './file-set.ts';

/** Endings that an include or import may omit. */
const endings = ['', '.md', '.mdx', '.ts', '.tsx', '.js', '.jsx', '.json', '/index.ts', '/index.js'];

/**
 * Resolves `target` in `file`: beside it, then in the roots; with a leading `/`, `@/`, `~/` or `@site/`, in the roots
 * only. `@parts/one.mdx` may be an alias of the folder `parts` in a root. Null when there is no such file.
 */
export function findTarget(
  target: string,
  file: string,
  sourceRoots: string[],
  exists: (file: string) => boolean,
): string | null {
  const named = aliasTargets(target, sourceRoots);
  for (const path of named) {
    const found = endings.map((ending) => path + ending).find(exists);
    if (found !== undefined) return found;
  }
  const rooted = /^(?:@site|[@~])?\/(.*)$/.exec(target)?.[1];
  const aliased = /^[@#$~](\w[^]*)$/.exec(target)?.[1];
  const below = rooted ?? aliased;
  const folders = below === undefined ? [folderOf(file), ...sourceRoots] : sourceRoots;
  for (const folder of folders) {
    const path = belowRoot(folder, below ?? target);
    const found = endings.map((ending) => path + ending).find(exists);
    if (found !== undefined) return found;
  }
  return null;
}

/** Where aliases among the roots (`@parts/*=src/parts/*`) lead a target. */
function aliasTargets(target: string, sourceRoots: string[]): string[] {
  return sourceRoots.flatMap((root) => {
    const [alias = '', folder] = root.split('=');
    if (folder === undefined) return [];
    const [start = '', end] = alias.split('*');
    if (end === undefined) return target === alias ? [folder] : [];
    if (!target.startsWith(start) || !target.endsWith(end) || target.length < start.length + end.length)
      return [];
    return [joinPath(folder.replace('*', () => target.slice(start.length, target.length - end.length)))];
  });
}

/** More files of one name than these are not looked through, for each include of each page. */
const maxNamed = 200;

/** The only file whose path ends with `target`, which a build copies to where it is included; else null. */
export function findCopied(target: string, tree: FileTree): string | null {
  // The build knows the root folder that an attribute stands for.
  const wanted = joinPath(target.replace(/^(?:\{[^{}/]*\}\/)+/, ''));
  if (!wanted.includes('/')) return null;
  const name = wanted.slice(wanted.lastIndexOf('/') + 1);
  const named = filesNamed(tree, name);
  if (named.length > maxNamed) return null;
  // Folders that only the build knows may be in between, too.
  const [start = '', ...rest] = wanted.split(/\{[^{}/]*\}/);
  const end = rest.at(-1) ?? '';
  const isWanted = (file: string): boolean =>
    rest.length === 0
      ? file.endsWith(`/${wanted}`)
      : file.includes(`/${start}`) &&
        file.endsWith(end) &&
        rest.slice(0, -1).every((part) => file.includes(part));
  const [found, ...others] = named.filter((file) => isWanted(`/${file}`));
  return found === undefined || others.length > 0 ? null : found;
}
