import type { Model } from './model.ts';

/**
 * Asks a model once, without tools, and gives all that it wrote.
 * @throws what the provider throws, the signal's reason
 */
export async function askModel(
  model: Model,
  system: string,
  prompt: string,
  signal: AbortSignal,
): Promise<string> {
  const { stream } = await model.doStream({
    prompt: [
      { role: 'system', content: system },
      { role: 'user', content: [{ type: 'text', text: prompt }] },
    ],
    abortSignal: signal,
  });
  let written = '';
  for await (const part of stream) {
    if (part.type === 'error') throw part.error;
    if (part.type === 'text-delta') written += part.delta;
  }
  return written;
}
