import type { LanguageModelV4, LanguageModelV4Prompt } from '@ai-sdk/provider';

/** Any model that speaks AI SDK 7's provider interface; ours are called by `doStream` alone. */
export type Model = LanguageModelV4;
export type Prompt = LanguageModelV4Prompt;
