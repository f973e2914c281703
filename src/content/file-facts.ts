import type { Page } from './page.ts';
import type { ParsedFile } from './parse-page.ts';
import { hasWrongScript } from './wrong-script.ts';

/** Stored facts of a file, so that the whole site can be examined when only other files changed. */
export type FileFacts = Pick<ParsedFile, 'targets' | 'lost' | 'noise' | 'warnings' | 'changesAt'> & {
  hasWrongScript: boolean;
  isEmptyOperation: boolean;
};

/** @param isOperation whether it is the page of an API operation */
export function factsOf(
  { pages, targets, lost, noise, warnings, changesAt }: ParsedFile,
  isOperation: boolean,
): FileFacts {
  const isShown = pages.length > 0;
  return {
    targets,
    lost: isShown ? lost : [],
    noise: isShown ? noise : [],
    warnings,
    changesAt,
    hasWrongScript: pages.some(hasWrongScript),
    isEmptyOperation: isOperation && pages.some(({ sections }) => isEmptyOperation(sections)),
  };
}

/** Whether the text is only `GET /users`. */
export function isEmptyOperation(sections: Page['sections']): boolean {
  return sections.length <= 1 && !/\s\S+\s/.test(sections[0]?.text ?? '');
}
