import type { LanguageModelV4Message } from '@ai-sdk/provider';
import type { Prompt } from './model.ts';

/** Minimum bytes per token: code and Chinese have about 3, English prose 4 and more. */
const bytesPerToken = 3;

/** Estimates a text's tokens, erring on the high side. */
export const tokensOf = (text: string): number => Math.ceil(Buffer.byteLength(text) / bytesPerToken);

type TextPart = { text: string };

/**
 * A prompt for a small context: fewer sections, the last ones first; then fewer of the earlier messages; then the longest
 * texts cut. The rules and the question stay.
 */
export function fitPrompt(prompt: Prompt, room: number): Prompt {
  if (room === Infinity || sizeOf(prompt) <= room) return prompt;
  const fitted = structuredClone(prompt.map(withTexts)) as Prompt;
  const over = () => sizeOf(fitted) - room;
  for (const part of textsOf(fitted.at(-1))) dropLines(part, over);
  const isFirst = (message: LanguageModelV4Message | undefined) => message?.role === 'system';
  while (over() > 0) {
    const at = fitted.findIndex((message) => !isFirst(message));
    // Providers refuse a tool result without its call, so the start of the last turn is kept.
    const lastQuestion = fitted.findLastIndex(({ role }) => role === 'user');
    if (at < 0 || at >= lastQuestion) break;
    fitted.splice(at, 1);
  }
  for (let tries = 0; over() > 0 && tries < 50; tries++) {
    const longest = fitted
      .filter((message) => !isFirst(message))
      .flatMap(textsOf)
      .toSorted((a, b) => b.text.length - a.text.length)[0];
    if (longest === undefined || longest.text.length < 200) break;
    const cut = Math.min(over() * bytesPerToken + 50, longest.text.length / 2);
    longest.text = `${longest.text.slice(0, longest.text.length - cut).toWellFormed()}\n[cut]`;
  }
  return fitted;
}

/** Sections are lines of JSON in the order of their rank; at least one stays. */
function dropLines(part: TextPart, over: () => number): void {
  const lines = part.text.split('\n');
  const isSection = (line: string) => line.startsWith('{"id":');
  const sections = lines.filter(isSection).length;
  for (let left = sections; left > 1 && over() > 0; left--) {
    lines.splice(lines.findLastIndex(isSection), 1);
    part.text = lines.join('\n');
  }
}

/** The message with its texts alone: evidence builds its text on reading, and need not be kept beside it. */
function withTexts(message: LanguageModelV4Message): LanguageModelV4Message {
  if (message.role !== 'user') return message;
  return {
    ...message,
    content: message.content.map((part) => (part.type === 'text' ? { type: 'text', text: part.text } : part)),
  };
}

function textsOf(message: LanguageModelV4Message | undefined): TextPart[] {
  if (message === undefined || message.role === 'system') return [];
  return message.content.flatMap((part): TextPart[] => {
    if (part.type === 'text' || part.type === 'reasoning') return [part];
    if (part.type !== 'tool-result') return [];
    const { output } = part;
    if (output.type === 'json') Object.assign(output, { type: 'text', value: JSON.stringify(output.value) });
    if (output.type !== 'text' && output.type !== 'error-text') return [];
    return [
      {
        get text() {
          return output.value;
        },
        set text(value) {
          output.value = value;
        },
      },
    ];
  });
}

function sizeOf(prompt: Prompt): number {
  return prompt.reduce((size, { content }) => {
    if (typeof content === 'string') return size + tokensOf(content);
    return content.reduce((sum, part) => {
      if (part.type === 'text') return sum + tokensOf(part.text);
      return sum + (part.type === 'file' ? 1_500 : tokensOf(JSON.stringify(part)));
    }, size + 8);
  }, 0);
}
