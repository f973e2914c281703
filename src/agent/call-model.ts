import type {
  LanguageModelV4Message,
  LanguageModelV4StreamPart,
  LanguageModelV4ToolCall,
} from '@ai-sdk/provider';
import { noTurnUsage, usageOf } from '../models/turn-usage.ts';
import { collectContent } from '../models/collect-content.ts';
import type { Model, Prompt } from '../models/model.ts';
import { type RetryLimits, runCall } from '../models/run-call.ts';
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
    const content = collectContent();
    const reply = { text: '', toolCalls: [] as LanguageModelV4ToolCall[], usage: noTurnUsage };
    let hasBegun = false;
    const take = (part: LanguageModelV4StreamPart) => {
      hasBegun = true;
      content.add(part);
      if (part.type === 'text-delta') reply.text += part.delta;
      else if (part.type === 'tool-call') reply.toolCalls.push(part);
      else if (part.type === 'finish') reply.usage = usageOf(part);
    };
    try {
      await runCall([model], options, signal, take, { timeouts, retries });
      return { ...reply, message: content.message(reply.toolCalls) };
    } catch (error) {
      // Before its first token, `runCall` has tried it again.
      if (!hasBegun || signal.aborted || tries === retries.tries) throw error;
    }
  }
}
