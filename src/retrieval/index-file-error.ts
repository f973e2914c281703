import { DocentError } from '../errors.ts';

export type IndexFileProblem = 'missing' | 'foreign' | 'older-format' | 'corrupt';

/** An index file that cannot be used. The remedy is always the same: build it again from its source. */
export class IndexFileError extends DocentError {
  readonly problem: IndexFileProblem;

  constructor(problem: IndexFileProblem, cause?: unknown) {
    super('not_ready', 'The search index cannot be read and must be rebuilt.', { cause });
    this.name = 'IndexFileError';
    this.problem = problem;
  }
}
