import type { FileTree } from '../sources/file-tree.ts';
import { fileSet } from './file-set.ts';
import { findCopied } from './find-target.ts';

/** Maximum depth and number of includes, and characters that one page may include. */
const deepest = 8;
const maxInsertions = 1000;
const maxPageLength = 4 * 1024 * 1024;
/** Characters that may be read for each that is shown. */
const maxReadPerShown = 4;

/** An include in a page. */
export type Insertion = {
  /** Its offsets in the searched text. */
  start: number;
  end: number;
  /** The file as written, for warnings. */
  target: string;
  /** The files to which it may resolve, likeliest first. */
  candidates: string[];
  /** Turns the included file's text into the replacement; `file` is its path. */
  render: (text: string, file: string) => string;
  /** Whether the included text is searched for includes too. */
  isPage: boolean;
};

/** Finds the includes in the text of a file; relative paths are relative to `file`. */
export type FindInsertions = (text: string, file: string) => Insertion[];

/**
 * A page's text with its includes expanded, for formats whose own preprocessor works on text. Only files of the tree
 * are included, and none in itself but for a part without includes; a missing file is left out with a warning.
 */
export async function insertFiles(
  text: string,
  file: string,
  tree: FileTree,
  find: FindInsertions,
  warn: (message: string) => void,
): Promise<string> {
  let left = maxPageLength;
  let count = 0;

  const fill = async (page: string, chain: string[]): Promise<string> => {
    const filled: string[] = [];
    let from = 0;
    for (const insertion of find(page, chain.at(-1) ?? file)) {
      if (insertion.start < from || count > maxInsertions) continue;
      count += 1;
      filled.push(page.slice(from, insertion.start), await take(insertion, chain));
      from = insertion.end;
    }
    return [...filled, page.slice(from)].join('');
  };

  const take = async (insertion: Insertion, chain: string[]): Promise<string> => {
    const { target, candidates, render, isPage } = insertion;
    const included = candidates.find((one) => hasFile(tree, one)) ?? findCopied(target, tree) ?? undefined;
    const refuse = (reason: string): string => {
      warn(`The included file ${target} ${reason}.`);
      return '';
    };
    if (included === undefined) return refuse('is not in the repository');
    if (chain.length > deepest) return refuse('is included too deep');
    if (left < 0) return refuse('makes the page too long');
    const { text: content } = await tree.read(included);
    if (content === null) return refuse('cannot be read');
    const rendered = render(content, included);
    // Of a long file often only a few lines are shown.
    left -= Math.max(rendered.length, content.length / maxReadPerShown);
    if (left < 0) return refuse('makes the page too long');
    // A part that is shown a second time, as a rule, holds no include.
    if (isPage && chain.includes(included) && find(rendered, included).length > 0)
      return refuse('would include itself');
    return isPage ? fill(rendered, [...chain, included]) : rendered;
  };

  return fill(text, [file]);
}

/** Whether a tree has a file, without a linear search. */
export function hasFile(tree: FileTree, file: string): boolean {
  return fileSet(tree).has(file);
}
