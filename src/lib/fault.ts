/** A failure that is recorded by its code. `cause` holds the original error of an outside party. */
export abstract class Fault<Code extends string> extends Error {
  readonly code: Code;

  constructor(code: Code, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = new.target.name;
    this.code = code;
  }
}
