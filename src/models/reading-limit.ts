import type { LanguageModelV4Message } from '@ai-sdk/provider';

/** Characters that an image counts for: about the tokens that providers charge for one. */
const imageLength = 6_000;

/** Errs on the low side. */
const charactersPerToken = 3;
/** Of a context; the rest is for the answer. */
const shareOfPrompt = 0.75;

/** Counts the characters that a model reads in a turn: each call reads all that came before it again. */
export function createReadingLimit(maxCharacters: number) {
  let read = 0;
  let next = 0;
  let room = Infinity;
  return {
    /** Counts a call with these messages, by a model with this context. */
    called(messages: readonly LanguageModelV4Message[], contextTokens = Infinity): void {
      room = contextTokens * charactersPerToken * shareOfPrompt;
      next = messages.reduce((length, message) => length + lengthOf(message), 0);
      read += next;
    },
    /** Whether the next call may read this many more characters; if so, they are counted. */
    allows(added: number): boolean {
      if (read + next + added > maxCharacters || next + added > room) return false;
      next += added;
      return true;
    },
  };
}

function lengthOf({ content }: LanguageModelV4Message): number {
  if (typeof content === 'string') return content.length;
  return content.reduce((length, part) => {
    if (part.type === 'text' || part.type === 'reasoning') return length + part.text.length;
    if (part.type === 'file') return length + imageLength;
    return length + JSON.stringify(part).length;
  }, 0);
}
