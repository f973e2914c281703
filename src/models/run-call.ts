import { setTimeout as wait } from 'node:timers/promises';
import { APICallError } from '@ai-sdk/provider';
import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { ModelFault } from './model-fault.ts';
import type { Model } from './model.ts';
import { waitAskedBy } from './provider-problem.ts';
import { type CallTimeouts, type OnPart, streamCall } from './stream-call.ts';

/** Takes a part of a call of a model; as `OnPart`. */
type OnPartOf = (part: LanguageModelV4StreamPart, model: Model) => ReturnType<OnPart>;

/** Attempts of the last model, and the waits between them in milliseconds. */
export type RetryLimits = { tries: number; firstWait: number; maxWait: number };

export const retryLimits: RetryLimits = { tries: 3, firstWait: 500, maxWait: 8_000 };

/** Called after every failed attempt, for the log. */
export type OnFault = (fault: ModelFault, model: Model) => void;

type CallLimits = { timeouts: CallTimeouts; retries: RetryLimits };

/**
 * Makes a call with the first of `models` that yields a token. A failing model is skipped at once if there is another;
 * the last one is retried, after the wait that it asks for. After the first token there is no retry: `onPart` gets nothing
 * before it.
 * @throws ModelFault that of the last attempt, and what `onPart` throws
 */
export async function runCall(
  models: readonly Model[],
  options: LanguageModelV4CallOptions,
  signal: AbortSignal,
  onPart: OnPartOf,
  { timeouts, retries }: CallLimits,
  onFault: OnFault = () => {},
): Promise<void> {
  const deadline = performance.now() + timeouts.total;
  let mayBeStale = true;
  for (let at = 0, tried = 1; ;) {
    const model = models[at]!;
    const left = { ...timeouts, total: Math.max(1, deadline - performance.now()) };
    const reading = afterFirstToken((part) => onPart(part, model));
    try {
      return await streamCall(model, options, signal, reading.take, left);
    } catch (error) {
      if (reading.hasBegun()) throw error;
      const fault = error as ModelFault;
      onFault(fault, model);
      if (isFinal(fault)) throw fault;
      if (mayBeStale && isBrokenConnection(fault)) {
        mayBeStale = false;
        continue;
      }
      const isLast = at === models.length - 1;
      if (!isLast) {
        at += 1;
        continue;
      }
      const pause = tried < retries.tries ? pauseBefore(fault, tried, retries) : undefined;
      if (pause === undefined || performance.now() + pause > deadline) throw fault;
      await wait(pause, undefined, { signal }).catch(() => {
        throw new ModelFault('aborted', 'The caller disconnected.');
      });
      tried += 1;
    }
  }
}

/** Parts that the reader sees, or that end the call: after one of these there is no retry. */
const tokens = new Set(['text-delta', 'reasoning-delta', 'tool-input-delta', 'tool-call']);

/** Holds the parts before the first token back until it comes. */
function afterFirstToken(onPart: OnPart): { take: OnPart; hasBegun: () => boolean } {
  const head: LanguageModelV4StreamPart[] = [];
  let hasBegun = false;
  return {
    hasBegun: () => hasBegun,
    take(part) {
      if (hasBegun) return onPart(part);
      head.push(part);
      if (part.type === 'finish') throw Object.assign(wordless(part.finishReason.unified), { finish: part });
      if (!tokens.has(part.type) || ('delta' in part && part.delta === '')) return;
      hasBegun = true;
      return head.map(onPart).at(-1);
    },
  };
}

function wordless(reason: string): ModelFault {
  if (reason === 'content-filter')
    return new ModelFault('filtered', 'The provider filtered the whole answer.');
  return new ModelFault('empty', 'The model finished without a word.');
}

/** Usually a keep-alive connection that the provider has closed: one immediate retry on a new connection helps. */
function isBrokenConnection({ cause }: ModelFault): boolean {
  return APICallError.isInstance(cause) && cause.statusCode === undefined && cause.isRetryable;
}

/** Faults that neither a retry nor another model can help. */
function isFinal({ code }: ModelFault): boolean {
  return code === 'aborted' || code === 'too_long' || code === 'filtered';
}

/** Milliseconds until the next attempt with the same model; undefined when that cannot help or takes too long. */
function pauseBefore(fault: ModelFault, tried: number, retries: RetryLimits): number | undefined {
  const { code, cause } = fault;
  if (code === 'no_first_token') return undefined;
  if (APICallError.isInstance(cause) && !cause.isRetryable) return undefined;
  const pause = waitAskedBy(fault) ?? retries.firstWait * 2 ** (tried - 1) * (0.75 + Math.random() / 2);
  return pause <= retries.maxWait ? pause : undefined;
}
