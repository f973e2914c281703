import type { LanguageModelV4Message } from '@ai-sdk/provider';
import type { Prompt } from '../models/model.ts';

const leftOut = '[left out to save room; call the tool again if it is still needed]';

const cut = ' [cut]';

/** Characters, about four per token. */
type PruneLimits = { characters: number; keepResults: number; maxInput: number };

const pruneLimits: PruneLimits = { characters: 240_000, keepResults: 8, maxInput: 2_000 };

/**
 * Keeps the history within bounds: above the limit, old tool results and long old inputs are left out; if that is not
 * enough, as after many rounds, the oldest steps are dropped. People's requests stay, the first and the newest in full.
 * Depends on the messages alone and prunes in large steps, so that the provider's prompt cache stays useful.
 */
export function pruneHistory(messages: Prompt, limits: PruneLimits = pruneLimits): Prompt {
  const pruned: Prompt = [];
  let size = 0;
  for (const message of messages) {
    pruned.push(message);
    size += sizeOf(message);
    if (size <= limits.characters || message.role !== 'tool') continue;
    const firstKept = findFirstKept(pruned, limits);
    for (let index = 0; index < firstKept; index++) pruned[index] = shrink(pruned[index]!, limits);
    size = sizeOfAll(pruned);
    if (size <= limits.characters) continue;
    const whole = [pruned[0], pruned.findLast(({ role }) => role === 'user')];
    const older = withoutOldest(pruned.slice(0, firstKept), size - limits.characters / 2);
    const shorter = older.map((each) => (whole.includes(each) ? each : shorten(each, limits)));
    pruned.splice(0, firstKept, ...shorter);
    size = sizeOfAll(pruned);
  }
  return pruned;
}

/** The index of the newest results: a fixed number of steps, and at most half of the limit. */
function findFirstKept(messages: Prompt, { characters, keepResults }: PruneLimits): number {
  let size = 0;
  let first = messages.length;
  for (let index = messages.length - 1, kept = 0; index >= 0 && kept < keepResults; index--) {
    size += sizeOf(messages[index]!);
    if (size > characters / 2 && kept > 0) break;
    if (messages[index]!.role !== 'tool') continue;
    kept += 1;
    first = index;
  }
  return first;
}

/** Drops whole steps, oldest first, until `excess` characters are gone. A call and its result go together. */
function withoutOldest(messages: Prompt, excess: number): Prompt {
  let gone = 0;
  const kept = messages.findIndex((message) => {
    if (gone >= excess && message.role === 'assistant') return true;
    if (message.role !== 'user') gone += sizeOf(message);
    return false;
  });
  const firstKept = kept < 0 ? messages.length : kept;
  return messages.filter((message, index) => message.role === 'user' || index >= firstKept);
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
    if (part.type !== 'tool-call' || JSON.stringify(part.input).length <= limits.maxInput) return part;
    const input = Object.entries(part.input as object).map(([key, value]) => [
      key,
      typeof value === 'string' && value.length > 200 ? leftOut : value,
    ]);
    return { ...part, input: Object.fromEntries(input) };
  });
  return { ...message, content };
}

/** An old message of a person or of the checks, cut when it is very long. */
function shorten(message: LanguageModelV4Message, { maxInput }: PruneLimits): LanguageModelV4Message {
  if (message.role !== 'user') return message;
  const content = message.content.map((part) =>
    part.type === 'text' && part.text.length > maxInput + cut.length
      ? { ...part, text: part.text.slice(0, maxInput) + cut }
      : part,
  );
  return { ...message, content };
}

const sizeOfAll = (messages: Prompt) => messages.reduce((sum, each) => sum + sizeOf(each), 0);
const sizeOf = (message: LanguageModelV4Message) => JSON.stringify(message.content).length;
