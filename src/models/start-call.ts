import { setTimeout as wait } from 'node:timers/promises';
import { APICallError } from '@ai-sdk/provider';
import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { ModelFault } from './model-fault.ts';
import type { Model } from './model.ts';
import { waitAskedBy } from './provider-problem.ts';
import { type CallTimeouts, streamCall } from './stream-call.ts';

/** A call with its first token: `head` was already read, `rest` follows. */
export type StartedCall = {
  model: Model;
  head: LanguageModelV4StreamPart[];
  rest: AsyncGenerator<LanguageModelV4StreamPart>;
};

/** Attempts of the last model, and the waits between them in milliseconds. */
export type RetryLimits = { tries: number; firstWait: number; maxWait: number };

export const retryLimits: RetryLimits = { tries: 3, firstWait: 500, maxWait: 8_000 };

/** Called after every failed attempt, for the log. */
export type OnFault = (fault: ModelFault, model: Model) => void;

type CallLimits = { timeouts: CallTimeouts; retries: RetryLimits };

/**
 * Starts a call with the first of `models` that yields a token. A failing model is skipped at once if there is another;
 * the last one is retried, after the wait that it asks for. After the first token there is no retry.
 * @throws ModelFault that of the last attempt
 */
export async function startCall(
  models: readonly Model[],
  options: LanguageModelV4CallOptions,
  signal: AbortSignal,
  { timeouts, retries }: CallLimits,
  onFault: OnFault = () => {},
): Promise<StartedCall> {
  const deadline = performance.now() + timeouts.total;
  let mayBeStale = true;
  for (let at = 0, tried = 1; ;) {
    const model = models[at]!;
    const left = { ...timeouts, total: Math.max(1, deadline - performance.now()) };
    try {
      return await readHead(model, streamCall(model, options, signal, left));
    } catch (error) {
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

async function readHead(model: Model, rest: AsyncGenerator<LanguageModelV4StreamPart>): Promise<StartedCall> {
  const head: LanguageModelV4StreamPart[] = [];
  for (;;) {
    const part: LanguageModelV4StreamPart = (await rest.next()).value;
    head.push(part);
    if (part.type === 'finish') {
      await rest.return(undefined);
      throw Object.assign(wordless(part.finishReason.unified), { finish: part });
    }
    if (tokens.has(part.type) && !('delta' in part && part.delta === '')) return { model, head, rest };
  }
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
