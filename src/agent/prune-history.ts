import type { LanguageModelV4Message } from '@ai-sdk/provider';
import type { Prompt } from '../models/model.ts';

const leftOut = '[left out to save room; call the tool again if it is still needed]';

/** Characters; about a quarter as many tokens. */
export type PruneLimits = { characters: number; keepResults: number; longestInput: number };

export const pruneLimits: PruneLimits = { characters: 240_000, keepResults: 8, longestInput: 2_000 };

/**
 * Keeps the history within bounds: whenever it grows past the limit, old tool results and long old inputs are left out.
 * It follows from the messages alone, and goes in large steps, so that the provider's prompt cache stays useful.
 */
export function pruneHistory(messages: Prompt, limits: PruneLimits = pruneLimits): Prompt {
  const pruned: Prompt = [];
  let size = 0;
  for (const message of messages) {
    pruned.push(message);
    size += sizeOf(message);
    if (size <= limits.characters || message.role !== 'tool') continue;
    const results = pruned.flatMap((each, index) => (each.role === 'tool' ? [index] : []));
    const firstKept = results.at(-limits.keepResults) ?? 0;
    for (let index = 0; index < firstKept; index++) pruned[index] = shrink(pruned[index]!, limits);
    size = pruned.reduce((sum, each) => sum + sizeOf(each), 0);
  }
  return pruned;
}

function shrink(message: LanguageModelV4Message, limits: PruneLimits): LanguageModelV4Message {
  if (message.role === 'tool') {
    const content = message.content.map((part) =>
      part.type === 'tool-result' ? { ...part, output: { type: 'text' as const, value: leftOut } } : part,
    );
    return { ...message, content };
  }
  if (message.role !== 'assistant') return message;
  const content = message.content.map((part) => {
    if (part.type !== 'tool-call' || JSON.stringify(part.input).length <= limits.longestInput) return part;
    const input = Object.entries(part.input as object).map(([key, value]) => [
      key,
      typeof value === 'string' && value.length > 200 ? leftOut : value,
    ]);
    return { ...part, input: Object.fromEntries(input) };
  });
  return { ...message, content };
}

const sizeOf = (message: LanguageModelV4Message) => JSON.stringify(message.content).length;
