import { APICallError } from '@ai-sdk/provider';
import type { ModelFault } from './model-fault.ts';
import { problemOf } from './provider-problem.ts';

const maxBodyLength = 500;

/** A fault for the log. A provider's error object contains the whole prompt, so it is never logged itself. */
type FaultDescription = {
  kind: string;
  message: string;
  status?: number | undefined;
  /** The start of the provider's response. */
  body?: string | undefined;
  /** What the operator can do, when known. */
  advice?: string | undefined;
};

export function describeFault(fault: ModelFault): FaultDescription {
  const { code: kind, message, cause } = fault;
  if (APICallError.isInstance(cause)) {
    const { statusCode, responseBody } = cause;
    return {
      kind,
      message: cause.message,
      status: statusCode,
      body: responseBody?.slice(0, maxBodyLength),
      advice: adviceOn(fault, statusCode),
    };
  }
  const why = cause instanceof Error ? cause.message : cause === undefined ? '' : JSON.stringify(cause);
  return { kind, message: why ? `${message} ${why.slice(0, maxBodyLength)}` : message };
}

/** By the problem, and by the status where there was an answer. */
function adviceOn(fault: ModelFault, status: number | undefined): string | undefined {
  const problem = problemOf(fault);
  if (problem === 'key') return 'Check the key of this provider, and that it may use the model.';
  if (problem === 'quota') return 'Check the credit of the account at the provider.';
  if (status === 404) return 'Check the name in DOCENT_MODEL, and DOCENT_MODEL_URL if it is set.';
  if (status === undefined) return 'Check the network, and DOCENT_MODEL_URL if it is set.';
  return undefined;
}
