import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { ModelFault } from './model-fault.ts';
import type { Model } from './model.ts';

/** Milliseconds. The providers' own streams have no time limit: a hung provider would hang the answer for ever. */
export type CallTimeouts = { firstToken: number; silence: number; total: number };

export const callTimeouts: CallTimeouts = { firstToken: 30_000, silence: 30_000, total: 120_000 };

const preamble = new Set(['stream-start', 'response-metadata', 'raw', 'ping']);
const realFinishes = new Set(['stop', 'length', 'tool-calls', 'content-filter']);

/**
 * One model call as a stream of parts that always ends: with a real `finish`, or with a thrown fault.
 * @throws ModelFault
 */
export async function* streamCall(
  model: Model,
  options: LanguageModelV4CallOptions,
  signal: AbortSignal,
  timeouts: CallTimeouts = callTimeouts,
): AsyncGenerator<LanguageModelV4StreamPart> {
  const abort = new AbortController();
  const stopped = Promise.withResolvers<never>();
  stopped.promise.catch(() => {});
  let fault: ModelFault | undefined;
  let reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart> | undefined;
  const stop = (reason: ModelFault) => {
    fault ??= reason;
    abort.abort(fault);
    stopped.reject(fault);
    // Cancelling ends a pending read also when the provider ignores the abort signal.
    reader?.cancel(fault).catch(() => {});
  };
  const onAbort = () => stop(new ModelFault('aborted', 'The caller went away.'));
  const total = setTimeout(stop, timeouts.total, new ModelFault('too_long', 'The call took too long.'));
  const first = setTimeout(
    stop,
    timeouts.firstToken,
    new ModelFault('no_first_token', 'No first token came.'),
  );
  const silence = setTimeout(stop, timeouts.silence, new ModelFault('silent', 'The stream fell silent.'));
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    if (signal.aborted) onAbort();
    const call = Promise.resolve(model.doStream({ ...options, abortSignal: abort.signal }));
    const { stream } = await Promise.race([call, stopped.promise]);
    reader = stream.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (fault !== undefined) throw fault;
      if (done) throw new ModelFault('cut', 'The stream ended without a finish.');
      silence.refresh();
      if (value.type === 'error') throw new ModelFault('refused', 'The provider sent an error.', value.error);
      if (!preamble.has(value.type)) clearTimeout(first);
      if (value.type === 'finish' && !realFinishes.has(value.finishReason.unified)) {
        throw new ModelFault('bad_finish', `The stream finished with "${value.finishReason.unified}".`);
      }
      yield value;
      if (value.type === 'finish') return;
    }
  } catch (thrown) {
    throw (
      fault ??
      (thrown instanceof ModelFault ? thrown : new ModelFault('refused', 'The model call failed.', thrown))
    );
  } finally {
    clearTimeout(total);
    clearTimeout(first);
    clearTimeout(silence);
    signal.removeEventListener('abort', onAbort);
    reader?.cancel().catch(() => {});
    if (!abort.signal.aborted) abort.abort();
  }
}
