import { APICallError, LoadAPIKeyError } from '@ai-sdk/provider';
import { retryAfter } from '../lib/retry-after.ts';
import type { ModelFault } from './model-fault.ts';

/** Problems that a person can solve, and transient ones: `busy` and `outage`. */
export type ProviderProblem = 'key' | 'quota' | 'context_too_long' | 'busy' | 'outage' | 'refused';

// Messages of OpenAI, Anthropic, Google, OpenRouter and Ollama, because the statuses are ambiguous.
const contextWords =
  /context[_ ](?:length|window)|maximum context|prompt is too long|input is too long|too many (?:input )?tokens|input token count|exceeds? the (?:model's )?(?:maximum|max|limit)/i;
const quotaWords =
  /insufficient[_ ]quota|exceeded your current quota|credit balance|billing|payment|spend(?:ing)? limit|insufficient (?:credits|balance|funds)/i;

/** Why a call failed, as far as the provider's error tells. */
export function problemOf(fault: ModelFault): ProviderProblem {
  const { code, cause } = fault;
  if (LoadAPIKeyError.isInstance(cause)) return 'key';
  if (code === 'filtered') return 'refused';
  const words = wordsOf(cause);
  const status = APICallError.isInstance(cause) ? cause.statusCode : undefined;
  if (status === 402 || quotaWords.test(words)) return 'quota';
  if (status === 401 || status === 403) return 'key';
  if (status === 429) return 'busy';
  if (status === 413 || ((status === undefined || status < 500) && contextWords.test(words)))
    return 'context_too_long';
  if (status !== undefined && status >= 400 && status < 500 && status !== 408 && status !== 409)
    return 'refused';
  return 'outage';
}

/** Milliseconds that the provider asks us to wait; undefined when it does not say. */
export function waitAskedBy({ cause }: ModelFault): number | undefined {
  return APICallError.isInstance(cause) ? retryAfter(cause.responseHeaders ?? {}) : undefined;
}

function wordsOf(cause: unknown): string {
  if (APICallError.isInstance(cause)) return `${cause.message} ${cause.responseBody ?? ''}`.slice(0, 4_000);
  // An error within a stream has the provider's own shape.
  const words = cause instanceof Error ? cause.message : (JSON.stringify(cause) ?? '');
  return words.slice(0, 4_000);
}
