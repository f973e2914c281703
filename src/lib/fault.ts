/** Something went wrong that a record names by its code. What an outside party really said rides in `cause`. */
export abstract class Fault<Code extends string> extends Error {
  readonly code: Code;

  constructor(code: Code, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = new.target.name;
    this.code = code;
  }
}
