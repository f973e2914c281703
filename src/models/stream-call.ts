import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { partsWithoutMarks } from './marks/without-marks.ts';
import { type ModelFaultCode, ModelFault } from './model-fault.ts';
import type { Model } from './model.ts';
import { readByFrame } from './read-by-frame.ts';

/** Milliseconds. Provider streams have no time limit, so a hung provider would hang the answer for ever. */
export type CallTimeouts = { firstToken: number; silence: number; total: number };

export const callTimeouts: CallTimeouts = { firstToken: 30_000, silence: 30_000, total: 120_000 };

const preamble = new Set(['stream-start', 'response-metadata', 'raw', 'ping']);
const realFinishes = new Set(['stop', 'length', 'tool-calls', 'content-filter']);

/** The abort reason for the rest of a call; created once, because capturing a stack is expensive. */
const over = new ModelFault('aborted', 'The call is over.');

/** Takes a part of a call. It returns false to end the call, and a promise when its reader is behind. */
export type OnPart = (part: LanguageModelV4StreamPart) => void | false | Promise<void>;

/**
 * Makes one model call, which always ends: with a real `finish`, because `onPart` wants no more, or with a thrown fault.
 * @throws ModelFault, and what `onPart` throws
 */
export async function streamCall(
  model: Model,
  options: LanguageModelV4CallOptions,
  signal: AbortSignal,
  onPart: OnPart,
  timeouts: CallTimeouts = callTimeouts,
): Promise<void> {
  const abort = new AbortController();
  const stopped = Promise.withResolvers<never>();
  stopped.promise.catch(() => {});
  let fault: ModelFault | undefined;
  let reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart> | undefined;
  const stop = (reason: ModelFault) => {
    fault ??= reason;
    abort.abort(fault);
    stopped.reject(fault);
    // Cancelling also ends a pending read of a provider that ignores the abort signal.
    reader?.cancel(fault).catch(() => {});
  };
  const onAbort = () => stop(new ModelFault('aborted', 'The caller disconnected.'));
  // Faults are created only when they occur: capturing a stack is expensive, and most calls succeed.
  const stopAfter = (ms: number, code: ModelFaultCode, message: string) =>
    setTimeout(() => stop(new ModelFault(code, message)), ms);
  // While `onPart` holds a part, it is the one that is waited for.
  let isHeld = false;
  const total = setTimeout(() => {
    if (isHeld) stop(new ModelFault('aborted', 'The caller read too slowly.'));
    else stop(new ModelFault('too_long', 'The call took too long.'));
  }, timeouts.total);
  const first = stopAfter(timeouts.firstToken, 'no_first_token', 'No first token came.');
  let silence: NodeJS.Timeout | undefined;
  /** @returns whether more is wanted */
  const give = async (parts: readonly LanguageModelV4StreamPart[]): Promise<boolean> => {
    isHeld = true;
    for (const part of parts) {
      const taken = onPart(part);
      if (taken === false) return false;
      if (taken !== undefined) await taken;
    }
    isHeld = false;
    return true;
  };
  const marks = partsWithoutMarks(model, options.tools?.map(({ name }) => name) ?? []);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    if (signal.aborted) onAbort();
    const call = Promise.resolve(model.doStream({ ...options, abortSignal: abort.signal }));
    const { stream } = await Promise.race([call, stopped.promise]);
    reader = stream.getReader();
    const read = model.isFramed ? reader.read.bind(reader) : readByFrame(reader);
    for (let next = read(); ; next = read()) {
      const held = marks.heldBack();
      if (held !== null && (await Promise.race([next, held])) === 'held') {
        if (!(await give(marks.letGo()))) return;
      }
      const { done, value } = await next;
      if (fault !== undefined) throw fault;
      if (done) throw new ModelFault('cut', 'The stream ended without a finish.');
      silence?.refresh();
      if (value.type === 'error') throw new ModelFault('refused', 'The provider sent an error.', value.error);
      if (silence === undefined && !preamble.has(value.type)) {
        clearTimeout(first);
        silence = setTimeout(() => {
          if (isHeld) silence?.refresh();
          else stop(new ModelFault('silent', 'The stream sent nothing for too long.'));
        }, timeouts.silence);
      }
      if (value.type === 'finish' && !realFinishes.has(value.finishReason.unified)) {
        throw new ModelFault('bad_finish', `The stream finished with "${value.finishReason.unified}".`);
      }
      if (!(await give(marks.read(value))) || value.type === 'finish') return;
    }
  } catch (thrown) {
    if (isHeld) throw thrown;
    // People may read what came before the fault.
    if (fault?.code !== 'aborted') await give(marks.letGo());
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
    if (!abort.signal.aborted) abort.abort(over);
  }
}
