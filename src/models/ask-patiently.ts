import { APICallError } from '@ai-sdk/provider';
import type { Model } from './model.ts';
import { ModelFault } from './model-fault.ts';
import { type RetryLimits, retryLimits, startCall } from './start-call.ts';
import { type CallTimeouts, callTimeouts } from './stream-call.ts';
import { noTurnUsage, type TurnUsage, usageOf } from './turn-usage.ts';

type Options = { maxOutputTokens: number; timeouts?: CallTimeouts; retries?: RetryLimits };

type Reply = {
  /** '' when the model or its provider declined; the partial text when the call failed. */
  text: string;
  /** Whether the text ends at the limit of output tokens. */
  isCut: boolean;
  /** Of all attempts whose usage the provider reported. */
  usage: TurnUsage;
  /** Attempts without a report that the provider may charge all the same. */
  unreported: number;
  /** Why the call failed; null for one that ended, or was declined. */
  fault: ModelFault | null;
};

/**
 * Asks a model once, without tools, with the time limits and retries of answers. Never rejects, because a failed
 * call may cost, too.
 */
export async function askPatiently(
  model: Model,
  system: string,
  prompt: string,
  signal: AbortSignal,
  { maxOutputTokens, timeouts = callTimeouts, retries = retryLimits }: Options,
): Promise<Reply> {
  const call = {
    prompt: [
      { role: 'system' as const, content: system },
      { role: 'user' as const, content: [{ type: 'text' as const, text: prompt }] },
    ],
    maxOutputTokens,
  };
  const reply: Reply = { text: '', isCut: false, usage: noTurnUsage, unreported: 0, fault: null };
  const end = (finish: NonNullable<ModelFault['finish']>) => {
    reply.usage = sum(reply.usage, usageOf(finish));
    reply.isCut = finish.finishReason.unified === 'length';
  };
  const count = (fault: ModelFault) => {
    if (fault.finish !== undefined) end(fault.finish);
    else if (!isRefusal(fault)) reply.unreported += 1;
  };
  try {
    const { head, rest } = await startCall([model], call, signal, { timeouts, retries }, count);
    const read = (part: (typeof head)[number]) => {
      if (part.type === 'text-delta') reply.text += part.delta;
      if (part.type === 'finish') end(part);
    };
    head.forEach(read);
    try {
      for await (const part of rest) read(part);
    } catch (error) {
      count(error as ModelFault);
      throw error;
    }
  } catch (error) {
    if (!(error instanceof ModelFault)) throw error;
    if (error.code !== 'filtered' && error.code !== 'empty') reply.fault = error;
  }
  return reply;
}

/** Providers do not charge what they refuse with an HTTP status, or what did not reach them. */
function isRefusal({ cause }: ModelFault): boolean {
  return APICallError.isInstance(cause) && (cause.statusCode === undefined || cause.statusCode >= 400);
}

function sum(a: TurnUsage, b: TurnUsage): TurnUsage {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    cachedInputTokens: a.cachedInputTokens + b.cachedInputTokens,
  };
}
