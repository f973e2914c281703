import { isEmptyOperation } from './examine-docs.ts';
import type { ParsedFile } from './parse-page.ts';
import type { Docs } from './read-docs.ts';
import { hasWrongScript } from './wrong-script.ts';

/** Stored facts of a file, so that the whole site can be examined when only other files changed. */
export type FileFacts = Pick<ParsedFile, 'targets' | 'lost' | 'noise' | 'warnings' | 'changesAt'> & {
  hasWrongScript: boolean;
  isEmptyOperation: boolean;
};

export function factsOf(
  docs: Docs,
  { file, pages, targets, lost, noise, warnings, changesAt }: ParsedFile,
): FileFacts {
  const isShown = pages.length > 0;
  return {
    targets,
    lost: isShown ? lost : [],
    noise: isShown ? noise : [],
    warnings,
    changesAt,
    hasWrongScript: pages.some(hasWrongScript),
    isEmptyOperation:
      docs.operations.texts.has(file) && pages.some(({ sections }) => isEmptyOperation(sections)),
  };
}
