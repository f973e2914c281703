import type { LanguageModelV4, LanguageModelV4Prompt } from '@ai-sdk/provider';

/** A model with AI SDK 7's provider interface, of which we call only `doStream`. */
export type Model = LanguageModelV4 & {
  /** Tokens that a prompt and its answer have room for, as far as that is known; Infinity otherwise. */
  contextTokens?(): number;
  /** What it refused and is asked otherwise since, in words that go on from its name. */
  notes?(): readonly string[];
};
export type Prompt = LanguageModelV4Prompt;
