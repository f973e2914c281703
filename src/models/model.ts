import type { LanguageModelV4, LanguageModelV4Prompt } from '@ai-sdk/provider';

/** A model with AI SDK 7's provider interface, of which we call only `doStream`. */
export type Model = LanguageModelV4;
export type Prompt = LanguageModelV4Prompt;
