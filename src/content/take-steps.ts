import { DocentError } from '../errors.ts';
import type { FileTree } from './sources/file-tree.ts';

/** Steps between two turns of the event loop: some seconds, in which a server answers nobody. */
export const maxSteps = 400_000_000;

let taken = 0;

/**
 * Counts steps of matching a repository's rules against its files: a few thousand of both would hold up the whole server.
 * @throws DocentError `invalid_request` when there are too many without a pause
 */
export function takeSteps(steps: number): void {
  if (taken === 0) setImmediate(() => (taken = 0));
  taken += steps;
  if (taken <= maxSteps) return;
  taken = 0;
  throw new DocentError(
    'invalid_request',
    'The configuration of these docs has too many entries, or too long patterns, to match against so many files.',
  );
}

/** Characters that the includes of one source may take in all: minutes of reading, and more than known docs have. */
export const maxIncluded = 1_000_000_000;

const included = new WeakMap<FileTree, number>();

/**
 * Counts characters that includes of a source read. Each page has its own bound, but a source has many pages.
 * @throws DocentError `invalid_request` when there are too many
 */
export function takeIncluded(tree: FileTree, characters: number): void {
  const sum = (included.get(tree) ?? 0) + characters;
  included.set(tree, sum);
  if (sum <= maxIncluded) return;
  throw new DocentError(
    'invalid_request',
    'The pages of these docs include too much text of other files in all. Include smaller files, or fewer times.',
  );
}

/** Steps that looking at a file's path takes, as part of a match. */
const stepsOfPath = 1 / 4;

/** The tree, whose list of files counts each time that it is asked for: mostly to go through it. */
export function withCountedFiles(tree: FileTree): FileTree {
  const { files } = tree;
  return {
    ...tree,
    get files() {
      takeSteps(files.length * stepsOfPath);
      return files;
    },
  };
}
