import type { FileTree } from '../sources/file-tree.ts';

/** How deep files may include files, how many there may be, and how much of them one page may hold (characters). */
const deepest = 8;
const maxInsertions = 1000;
const maxPageLength = 4 * 1024 * 1024;

/** A place in a page that takes in another file. */
export type Insertion = {
  /** Where it stands in the text that was searched, by characters. */
  start: number;
  end: number;
  /** The file as written, for warnings. */
  target: string;
  /** The files of the tree that it can mean, the likeliest first. */
  candidates: string[];
  /** Makes the other file's text into what stands there; `file` is its path. */
  render: (text: string, file: string) => string;
  /** Whether what is put in is searched for insertions too. */
  isPage: boolean;
};

/** Finds the places in the text of a file; `file` is what relative paths are relative to. */
export type FindInsertions = (text: string, file: string) => Insertion[];

/**
 * A page's text with the files that it includes in their places, for formats whose own preprocessor works on text.
 * Only files of the tree are included, none inside itself; what cannot be found is left out with a warning.
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
    const included = candidates.find((one) => hasFile(tree, one));
    const refuse = (reason: string): string => {
      warn(`The included file ${target} ${reason}.`);
      return '';
    };
    if (included === undefined) return refuse('is not in the repository');
    if (chain.includes(included)) return refuse('would include itself');
    if (chain.length > deepest) return refuse('is included too deep');
    const { text: content } = await tree.read(included);
    if (content === null) return refuse('cannot be read');
    left -= content.length;
    if (left < 0) return refuse('makes the page too long');
    const rendered = render(content.replaceAll('\r\n', '\n'), included);
    return isPage ? fill(rendered, [...chain, included]) : rendered;
  };

  return fill(text, [file]);
}

const fileSets = new WeakMap<FileTree, Set<string>>();

/** Whether a tree holds a file, without looking through its list each time. */
export function hasFile(tree: FileTree, file: string): boolean {
  const known = fileSets.get(tree) ?? new Set(tree.files);
  fileSets.set(tree, known);
  return known.has(file);
}
