export type FaultKind =
  | 'no_first_token'
  | 'silent'
  | 'too_long'
  | 'too_large'
  | 'cut'
  | 'bad_finish'
  | 'empty'
  | 'filtered'
  | 'refused'
  | 'aborted';

/** A model call that went wrong: `kind` for the log and the turn's record, never for the user. */
export class ModelFault extends Error {
  readonly kind: FaultKind;

  constructor(kind: FaultKind, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'ModelFault';
    this.kind = kind;
  }
}
