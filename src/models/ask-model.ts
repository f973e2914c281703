import type { Model } from './model.ts';
import { type CallTimeouts, callTimeouts, type OnPart, streamCall } from './stream-call.ts';
import { noTurnUsage, type TurnUsage, usageOf } from './turn-usage.ts';

/**
 * Asks a model once, without tools and with time limits. Returns its text and its usage.
 * @throws ModelFault
 */
export async function askModel(
  model: Model,
  system: string,
  prompt: string,
  signal: AbortSignal,
  timeouts: CallTimeouts = callTimeouts,
): Promise<{ text: string; usage: TurnUsage }> {
  const call = {
    prompt: [
      { role: 'system' as const, content: system },
      { role: 'user' as const, content: [{ type: 'text' as const, text: prompt }] },
    ],
  };
  let text = '';
  let usage = noTurnUsage;
  const onPart: OnPart = (part) => {
    if (part.type === 'text-delta') text += part.delta;
    if (part.type === 'finish') usage = usageOf(part);
  };
  await streamCall(model, call, signal, onPart, timeouts);
  return { text, usage };
}
