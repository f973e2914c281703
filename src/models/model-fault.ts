import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { Fault } from '../lib/fault.ts';

export type ModelFaultCode =
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

/** A failed model call. `code` is for the log and the turn's record, never for the user. */
export class ModelFault extends Fault<ModelFaultCode> {
  /** How a call without a word finished; its usage is paid. */
  finish?: Extract<LanguageModelV4StreamPart, { type: 'finish' }>;
}
