import type { LanguageModelV4Message, LanguageModelV4ToolCall } from '@ai-sdk/provider';
import { noTurnUsage, usageOf } from '../models/turn-usage.ts';
import { collectContent } from '../models/collect-content.ts';
import type { Model, Prompt } from '../models/model.ts';
import { type RetryLimits, type StartedCall, startCall } from '../models/start-call.ts';
import type { CallTimeouts } from '../models/stream-call.ts';
import type { JobUsage } from '../store/jobs.ts';
import { toolDeclarations } from './tools/tools.ts';

export type ModelReply = {
  /** The message as the next call sends it back to the model. */
  message: LanguageModelV4Message;
  text: string;
  toolCalls: LanguageModelV4ToolCall[];
  usage: Omit<JobUsage, 'costMicros'>;
};

const maxOutputTokens = 16_000;
// Nobody is watching, so a model may think for a long time before its first token.
const timeouts: CallTimeouts = { firstToken: 120_000, silence: 60_000, total: 300_000 };

/**
 * One model call with the agent's tools. Nothing of it is used before it is complete, so an interrupted call is
 * retried.
 * @throws ModelFault
 */
export async function callModel(
  model: Model,
  prompt: Prompt,
  retries: RetryLimits,
  signal: AbortSignal,
): Promise<ModelReply> {
  const options = {
    prompt,
    tools: toolDeclarations,
    toolChoice: { type: 'auto' as const },
    maxOutputTokens,
    providerOptions: { docent: { needsTools: true } },
  };
  for (let tries = 1; ; tries++) {
    const started = await startCall([model], options, signal, { timeouts, retries });
    try {
      return await readReply(started);
    } catch (error) {
      if (signal.aborted || tries === retries.tries) throw error;
    }
  }
}

async function readReply({ head, rest }: StartedCall): Promise<ModelReply> {
  const content = collectContent();
  const reply = { text: '', toolCalls: [] as LanguageModelV4ToolCall[], usage: noTurnUsage };
  const take = (part: (typeof head)[number]) => {
    content.add(part);
    if (part.type === 'text-delta') reply.text += part.delta;
    else if (part.type === 'tool-call') reply.toolCalls.push(part);
    else if (part.type === 'finish') reply.usage = usageOf(part);
  };
  head.forEach(take);
  for await (const part of rest) take(part);
  return { ...reply, message: content.message(reply.toolCalls) };
}
