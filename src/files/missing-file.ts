/** There is no file of this name. Any other error of a file store may be temporary. */
export class MissingFile extends Error {
  constructor(name: string, cause?: unknown) {
    super(`There is no stored file ${name}.`, { cause });
  }
}
