import { isMarkdown } from '../site/endings.ts';
import type { FileTree } from '../sources/file-tree.ts';
import { fileSet } from './file-set.ts';
import { findTarget } from './find-target.ts';
import type { PartTargets } from './part-targets.ts';

/** Maximum files that one page may include, and their characters. */
const maxParts = 300;
const maxCharacters = 4 * 1024 * 1024;

type CollectDeps = {
  targets: PartTargets[];
  /** Only these files can be included. */
  tree: FileTree;
  sourceRoots: string[];
  warn: (message: string) => void;
};

/** The texts of the files that a page includes by its syntax, directly or indirectly, by path. */
export async function collectParts(
  text: string,
  file: string,
  { targets, tree, sourceRoots, warn }: CollectDeps,
): Promise<Record<string, string>> {
  const parts: Record<string, string> = {};
  if (targets.length === 0 || !/\bimport\b|<include|<\$?[A-Z]\w*\s/.test(text)) return parts;
  const files = fileSet(tree);
  const open = [{ text, file, isScript: false }];
  let left = maxCharacters;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const { target, isPage, raw } of targets.flatMap((find) => find(next.text))) {
      const found = findTarget(target, next.file, sourceRoots, (one) => files.has(one));
      if (found === null && isPage) warn(`The included file ${target} was not found.`);
      if (found === null || found === file || found in parts || !isRead(found, raw)) continue;
      const content = Object.keys(parts).length >= maxParts ? null : await readPart(tree, found);
      if (content === null || (left -= content.length) < 0) {
        warn(`The included file ${target} ${left < 0 ? 'makes the page too long' : 'cannot be read'}.`);
        continue;
      }
      parts[found] = content;
      // Only direct imports of a component are followed; the rest would be a whole application.
      const isScript = /\.[cm]?[jt]sx?$/.test(found);
      if (!raw && (isMarkdown(found) || (isScript && !next.isScript)))
        open.push({ text: content, file: found, isScript });
    }
  }
  return parts;
}

/** Cached characters of one tree's parts: many pages include the same few files. */
const maxKept = 16 * 1024 * 1024;

const keptParts = new WeakMap<FileTree, { texts: Map<string, string | null>; left: number }>();

async function readPart(tree: FileTree, file: string): Promise<string | null> {
  const kept = keptParts.get(tree) ?? { texts: new Map<string, string | null>(), left: maxKept };
  keptParts.set(tree, kept);
  const known = kept.texts.get(file);
  if (known !== undefined) return known;
  const { text } = await tree.read(file);
  if ((kept.left -= text?.length ?? 0) > 0) kept.texts.set(file, text);
  return text;
}

/** Pictures and styles are imported too; of styles and components that are no script, only the raw text is shown. */
function isRead(file: string, raw: boolean): boolean {
  if (/\.(?:png|jpe?g|gif|svg|webp|avif|ico|mp4|woff2?)$/.test(file)) return false;
  return raw || !/\.(?:css|s[ac]ss|less|astro|vue|svelte)$/.test(file);
}
