import { DocentError } from '../errors.ts';

/** The abort reason of answers that a stopping server cannot finish: readers are told, and nothing is charged. */
export const interruption = new DocentError('not_ready', 'The answer was interrupted. Please ask again.');
