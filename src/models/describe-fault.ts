import { APICallError } from '@ai-sdk/provider';
import type { ModelFault } from './model-fault.ts';

const maxBodyLength = 500;

/** A fault for the log. A provider's error object contains the whole prompt, so it is never logged itself. */
type FaultDescription = {
  kind: string;
  message: string;
  status?: number | undefined;
  /** The start of the provider's response. */
  body?: string | undefined;
};

export function describeFault({ code: kind, message, cause }: ModelFault): FaultDescription {
  if (APICallError.isInstance(cause)) {
    const { statusCode, responseBody } = cause;
    return { kind, message: cause.message, status: statusCode, body: responseBody?.slice(0, maxBodyLength) };
  }
  const why = cause instanceof Error ? cause.message : cause === undefined ? '' : JSON.stringify(cause);
  return { kind, message: why ? `${message} ${why.slice(0, maxBodyLength)}` : message };
}
