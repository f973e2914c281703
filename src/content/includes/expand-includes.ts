import { splitFrontMatter } from '../front-matter.ts';
import { isMarkdown } from '../site/endings.ts';
import { splitProse } from '../markdown/split-prose.ts';
import type { FileTree } from '../sources/file-tree.ts';
import { fileSet } from './file-set.ts';
import { findCopied, findTarget } from './find-target.ts';
import type { Include, IncludeSyntax } from './include-syntax.ts';
import { rebaseLinks } from './rebase-links.ts';

/** Maximum depth and number of includes, and characters that one page may include. */
const deepest = 8;
const maxIncludes = 1000;
const maxPageLength = 4 * 1024 * 1024;

type IncludeDeps = {
  syntaxes: IncludeSyntax[];
  /** Only these files can be included. */
  tree: FileTree;
  sourceRoots: string[];
  warn: (message: string) => void;
};

/**
 * A page's text with its includes expanded. Only files of the tree are included, no file inside itself; a missing file
 * is left out with a warning.
 */
export async function expandIncludes(text: string, file: string, deps: IncludeDeps): Promise<string> {
  const files = fileSet(deps.tree);
  let left = maxPageLength;
  let count = 0;
  const expand = async (page: string, chain: string[]): Promise<string> => {
    const syntaxes = deps.syntaxes.filter(({ marks }) => marks.some((mark) => page.includes(mark)));
    if (syntaxes.length === 0) return page;
    const pieces = await Promise.all(
      splitProse(page).map(async (piece) => {
        const found = syntaxes.flatMap((syntax) => syntax.find(piece.text, piece.isCode, page));
        return found.length === 0 ? piece.text : fill(piece.text, found, chain);
      }),
    );
    return pieces.join('');
  };

  const fill = async (piece: string, found: Include[], chain: string[]): Promise<string> => {
    const filled: string[] = [];
    let from = 0;
    for (const include of found.toSorted((one, two) => one.start - two.start)) {
      if (count > maxIncludes) break;
      count += 1;
      if (include.start < from) continue;
      filled.push(
        piece.slice(from, include.start),
        await take(include, chain, piece.slice(include.start, include.end)),
      );
      from = include.end;
    }
    return [...filled, piece.slice(from)].join('');
  };

  const take = async (
    { target, render, isOptional = false }: Include,
    chain: string[],
    written: string,
  ): Promise<string> => {
    const current = chain.at(-1) ?? file;
    const exists = (one: string): boolean => files.has(one);
    // A page that includes a file of its own name means the one in a root: `docs/README.md` the README above.
    const isOther = (one: string): boolean => exists(one) && !chain.includes(one);
    const find = (isThere: (one: string) => boolean): string | null =>
      findTarget(target, current, deps.sourceRoots, isThere);
    const included = find(isOther) ?? find(exists) ?? findCopied(target, deps.tree) ?? undefined;
    const refuse = (reason: string): string => {
      deps.warn(`The included file ${target} ${reason}.`);
      return '';
    };
    if (included === undefined) return isOptional ? written : refuse('is not in the repository');
    if (chain.includes(included)) return refuse('would include itself');
    if (chain.length > deepest) return refuse('is included too deep');
    const { text: content } = await deps.tree.read(included);
    if (content === null) return refuse('cannot be read');
    left -= content.length;
    if (left < 0) return refuse('makes the page too long');
    const body = isMarkdown(included)
      ? rebaseLinks(splitFrontMatter(content).body.trim(), included, current)
      : content;
    const rendered = render(body, included);
    // Indents and links of other folders make it longer than the file is.
    left -= Math.max(0, rendered.length - content.length);
    if (left < 0) return refuse('makes the page too long');
    return isMarkdown(included) ? expand(rendered, [...chain, included]) : rendered;
  };
  return expand(text, [file]);
}
