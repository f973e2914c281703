import type { Page } from '../content/page.ts';
import type { ParsedFile } from '../content/parse-page.ts';
import { createTermIds } from './lexical/term-ids.ts';
import { createWordReader, type PackedWords, packWords } from './page-words.ts';

/** A page with its words, if they were read where it was parsed. */
export type WordedPage = Page & { words?: PackedWords };

/** Terms after which numbering starts anew: some 20 MB. */
const maxTerms = 200_000;

let ids = createTermIds();
let read = createWordReader(ids);

/** Reads the words of pages in the process that parsed them. */
export function finishFiles(files: ParsedFile[]): ParsedFile[] {
  if (ids.count() > maxTerms) {
    ids = createTermIds();
    read = createWordReader(ids);
  }
  const words = packWords(
    files.flatMap(({ pages }) => pages.map(read)),
    ids,
  );
  return files.map((file) => ({
    ...file,
    pages: file.pages.map((page): WordedPage => ({ ...page, words: words.shift()! })),
  }));
}
