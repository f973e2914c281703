import type { LanguageModelV4, LanguageModelV4Prompt } from '@ai-sdk/provider';

/** A model with AI SDK 7's provider interface, of which we call only `doStream`. */
export type Model = LanguageModelV4 & {
  /** Whether its parts need no joining: they come by frames, or all at once. */
  isFramed?: boolean;
  /** Tokens that a prompt and its answer have room for, as far as that is known; Infinity otherwise. */
  contextTokens?(): number;
  /** What the model refused and is now asked differently, in words that continue its name. */
  notes?(): readonly string[];
};
export type Prompt = LanguageModelV4Prompt;
