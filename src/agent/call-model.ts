import { setTimeout } from 'node:timers/promises';
import type {
  LanguageModelV4Message,
  LanguageModelV4ToolCall,
  SharedV4ProviderMetadata,
} from '@ai-sdk/provider';
import { ModelFault } from '../models/model-fault.ts';
import type { Model, Prompt } from '../models/model.ts';
import { type CallTimeouts, streamCall } from '../models/stream-call.ts';
import type { JobUsage } from '../store/jobs.ts';
import { toolDeclarations } from './tools/tools.ts';

export type ModelReply = {
  /** As it goes back to the model in the next call. */
  message: Extract<LanguageModelV4Message, { role: 'assistant' }>;
  toolCalls: LanguageModelV4ToolCall[];
  usage: Omit<JobUsage, 'costMicros'>;
};

const maxOutputTokens = 16_000;
// Nobody waits for each token here: a model may think before it writes.
const timeouts: CallTimeouts = { firstToken: 120_000, silence: 60_000, total: 300_000 };

/**
 * One model call with the agent's tools. A call that failed is tried again after each of `retries` (milliseconds).
 * @throws ModelFault
 */
export async function callModel(
  model: Model,
  prompt: Prompt,
  retries: number[],
  signal: AbortSignal,
): Promise<ModelReply> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await callOnce(model, prompt, signal);
    } catch (error) {
      const wait = retries[attempt];
      if (wait === undefined || signal.aborted || !isPassing(error)) throw error;
      await setTimeout(wait, undefined, { signal });
    }
  }
}

async function callOnce(model: Model, prompt: Prompt, signal: AbortSignal): Promise<ModelReply> {
  const content: ModelReply['message']['content'] = [];
  const toolCalls: LanguageModelV4ToolCall[] = [];
  const open = new Map<string, { text: string; providerOptions?: SharedV4ProviderMetadata }>();
  const begin = (id: string, type: 'text' | 'reasoning', providerMetadata?: SharedV4ProviderMetadata) => {
    const part = { type, text: '', ...(providerMetadata && { providerOptions: providerMetadata }) };
    open.set(id, part);
    content.push(part);
  };
  let usage = { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0 };
  const options = { prompt, tools: toolDeclarations, toolChoice: { type: 'auto' as const }, maxOutputTokens };
  for await (const part of streamCall(model, options, signal, timeouts)) {
    if (part.type === 'text-start') begin(part.id, 'text', part.providerMetadata);
    else if (part.type === 'reasoning-start') begin(part.id, 'reasoning', part.providerMetadata);
    else if (part.type === 'text-delta' || part.type === 'reasoning-delta')
      open.get(part.id)!.text += part.delta;
    else if (part.type === 'text-end' || part.type === 'reasoning-end') {
      if (part.providerMetadata) open.get(part.id)!.providerOptions = part.providerMetadata;
    } else if (part.type === 'tool-call') {
      const { toolCallId, toolName, input, providerMetadata } = part;
      toolCalls.push(part);
      const call = { type: 'tool-call' as const, toolCallId, toolName, input: parseInput(input) };
      content.push({ ...call, ...(providerMetadata && { providerOptions: providerMetadata }) });
    } else if (part.type === 'finish') {
      const { inputTokens, outputTokens } = part.usage;
      usage = {
        inputTokens: inputTokens.total ?? 0,
        outputTokens: outputTokens.total ?? 0,
        cachedInputTokens: inputTokens.cacheRead ?? 0,
      };
    }
  }
  const said = content.filter((part) => part.type !== 'text' || part.text !== '');
  return { message: { role: 'assistant', content: said }, toolCalls, usage };
}

/** Providers want the input back as data, also when it was not valid JSON. */
function parseInput(input: string): unknown {
  try {
    return JSON.parse(input === '' ? '{}' : input);
  } catch {
    return {};
  }
}

/** Whether the same call may go well later: not when the provider refused the key or the request. */
function isPassing(error: unknown): boolean {
  const status =
    error instanceof ModelFault
      ? (error.cause as { statusCode?: number } | undefined)?.statusCode
      : undefined;
  return status === undefined || status === 408 || status === 429 || status >= 500;
}
