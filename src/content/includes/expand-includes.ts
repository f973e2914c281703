import { isMarkdown } from '../site/endings.ts';
import type { FileTree } from '../sources/file-tree.ts';
import { hasFile } from './file-set.ts';
import { findCopied, findTarget } from './find-target.ts';
import type { FindIncludes, Include } from './include-syntax.ts';

/** Maximum depth and number of includes, and characters that one page may include. */
const deepest = 8;
const maxIncludes = 1000;
const maxPageLength = 4 * 1024 * 1024;
/** Characters that may be read for each that is shown. */
const maxReadPerShown = 4;

type IncludeDeps = {
  find: FindIncludes;
  /** Only these files can be included. */
  tree: FileTree;
  /** Where a target that names no candidates is looked for. */
  sourceRoots?: string[];
  warn: (message: string) => void;
};

/**
 * A page's text with its includes expanded. Only files of the tree are included, and none in itself but for a part
 * without includes; a missing file is left out with a warning.
 */
export async function expandIncludes(
  text: string,
  file: string,
  { find, tree, sourceRoots = [], warn }: IncludeDeps,
): Promise<string> {
  let left = maxPageLength;
  let count = 0;

  const fill = async (page: string, chain: string[]): Promise<string> => {
    const filled: string[] = [];
    let from = 0;
    for (const include of find(page, chain.at(-1)!)) {
      if (include.start < from || count > maxIncludes) continue;
      count += 1;
      const written = page.slice(include.start, include.end);
      filled.push(page.slice(from, include.start), await take(include, chain, written));
      from = include.end;
    }
    return [...filled, page.slice(from)].join('');
  };

  const take = async (include: Include, chain: string[], written: string): Promise<string> => {
    const { target, candidates, render, isOptional = false } = include;
    const locate = (isThere: (one: string) => boolean): string | null | undefined =>
      candidates === undefined
        ? findTarget(target, chain.at(-1)!, sourceRoots, isThere)
        : candidates.find(isThere);
    const exists = (one: string): boolean => hasFile(tree, one);
    // A page that includes a file of its own name means the one in a root: `docs/README.md` the README above.
    const isOther = (one: string): boolean => exists(one) && !chain.includes(one);
    const included = locate(isOther) ?? locate(exists) ?? findCopied(target, tree);
    const refuse = (reason: string): string => {
      warn(`The included file ${target} ${reason}.`);
      return '';
    };
    if (included === null) return isOptional ? written : refuse('was not found');
    if (chain.length > deepest) return refuse('is included too deep');
    if (left < 0) return refuse('makes the page too long');
    const { text: content } = await tree.read(included);
    if (content === null) return refuse('cannot be read');
    const rendered = render(content, included);
    // Of a long file often only a few lines are shown.
    left -= Math.max(rendered.length, content.length / maxReadPerShown);
    if (left < 0) return refuse('makes the page too long');
    if (!(include.isPage ?? isMarkdown(included))) return rendered;
    // A part that is shown a second time, as a rule, holds no include.
    if (chain.includes(included) && find(rendered, included).length > 0)
      return refuse('would include itself');
    return fill(rendered, [...chain, included]);
  };

  return fill(text, [file]);
}
