import type { Model } from './model.ts';
import { ModelFault } from './model-fault.ts';
import { type OnFault, type RetryLimits, retryLimits, startCall } from './start-call.ts';
import { type CallTimeouts, callTimeouts } from './stream-call.ts';
import { noTurnUsage, type TurnUsage, usageOf } from './turn-usage.ts';

type Options = {
  maxOutputTokens: number;
  timeouts?: CallTimeouts;
  retries?: RetryLimits;
  onFault?: OnFault | undefined;
};

/**
 * Asks a model once, without tools, as for answers: with time limits, and with retries before the first token.
 * @returns its text; '' when the model or its provider declined
 * @throws ModelFault
 */
export async function askPatiently(
  model: Model,
  system: string,
  prompt: string,
  signal: AbortSignal,
  { maxOutputTokens, timeouts = callTimeouts, retries = retryLimits, onFault }: Options,
): Promise<{ text: string; usage: TurnUsage }> {
  const call = {
    prompt: [
      { role: 'system' as const, content: system },
      { role: 'user' as const, content: [{ type: 'text' as const, text: prompt }] },
    ],
    maxOutputTokens,
  };
  let text = '';
  let usage = noTurnUsage;
  try {
    const { head, rest } = await startCall([model], call, signal, { timeouts, retries }, onFault);
    const read = (part: (typeof head)[number]) => {
      if (part.type === 'text-delta') text += part.delta;
      if (part.type === 'finish') usage = usageOf(part);
    };
    head.forEach(read);
    for await (const part of rest) read(part);
  } catch (error) {
    if (!(error instanceof ModelFault) || !(error.code === 'filtered' || error.code === 'empty')) throw error;
  }
  return { text, usage };
}
