import { DocentError } from '../../errors.ts';

/** Texts cannot be embedded. The message says what an operator can do; search continues lexically. */
export class EmbeddingError extends DocentError {
  constructor(message: string, cause?: unknown) {
    super('not_ready', message, { cause });
    this.name = 'EmbeddingError';
  }
}
