import type { Model } from './model.ts';
import { noTurnUsage, type TurnUsage, usageOf } from './turn-usage.ts';

/**
 * Asks a model once, without tools. Returns its text and its usage.
 * @throws the provider's error, the signal's reason
 */
export async function askModel(
  model: Model,
  system: string,
  prompt: string,
  signal: AbortSignal,
): Promise<{ text: string; usage: TurnUsage }> {
  const { stream } = await model.doStream({
    prompt: [
      { role: 'system', content: system },
      { role: 'user', content: [{ type: 'text', text: prompt }] },
    ],
    abortSignal: signal,
  });
  let text = '';
  let usage = noTurnUsage;
  for await (const part of stream) {
    if (part.type === 'error') throw part.error;
    if (part.type === 'text-delta') text += part.delta;
    if (part.type === 'finish') usage = usageOf(part);
  }
  return { text, usage };
}
