import type {
  JSONValue,
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4ToolCall,
  LanguageModelV4ToolResultOutput,
  LanguageModelV4ToolResultPart,
} from '@ai-sdk/provider';
import { DocentError } from '../errors.ts';
import { type CallTimeouts, callTimeouts, streamCall } from './stream-call.ts';
import type { Model, Prompt } from './model.ts';

/** What a tool found: once as the model reads it, once as clients see it. */
export type ToolOutcome = { forModel: JSONValue; forClient: unknown };

/** A tool that the model may call. `run` gets the parsed, unchecked input; a thrown message goes to the model. */
export type Tool = LanguageModelV4FunctionTool & {
  run(input: Record<string, unknown>): Promise<ToolOutcome>;
};

export type TurnUsage = { inputTokens: number; outputTokens: number; cachedInputTokens: number };
export type TurnFinish = 'stop' | 'length' | 'tool-calls' | 'content-filter';

export type TurnEvent =
  | { type: 'text'; delta: string }
  | { type: 'tool-call'; toolCallId: string; toolName: string; input: Record<string, unknown> }
  /** `output` is undefined when the tool failed; the model was told why. */
  | { type: 'tool-result'; toolCallId: string; output: unknown }
  | { type: 'call-finish'; reason: TurnFinish; usage: TurnUsage };

/** A turn ends after so many model calls and tool calls, whatever the model wants. */
export type TurnLimits = {
  modelCalls: number;
  toolCalls: number;
  maxOutputTokens: number;
  timeouts: CallTimeouts;
};

export const turnLimits: TurnLimits = {
  modelCalls: 6,
  toolCalls: 12,
  maxOutputTokens: 4096,
  timeouts: callTimeouts,
};

/**
 * Calls the model until it answers without calling a tool, running its tools in between.
 * In the last allowed call tools are switched off, so that a tool loop still ends with an answer.
 * @throws ModelFault
 */
export async function* runTurn(
  model: Model,
  prompt: Prompt,
  tools: Tool[],
  signal: AbortSignal,
  limits: TurnLimits = turnLimits,
): AsyncGenerator<TurnEvent> {
  const messages: Prompt = [...prompt];
  let toolCallsLeft = limits.toolCalls;
  for (let call = 1; ; call++) {
    const mayCallTools = tools.length > 0 && call < limits.modelCalls && toolCallsLeft > 0;
    const calls: LanguageModelV4ToolCall[] = [];
    let text = '';
    let finish: TurnFinish = 'stop';
    for await (const part of streamCall(
      model,
      callOptions(messages, mayCallTools ? tools : [], limits),
      signal,
      limits.timeouts,
    )) {
      if (part.type === 'text-delta') {
        text += part.delta;
        yield { type: 'text', delta: part.delta };
      } else if (part.type === 'tool-call') calls.push(part);
      else if (part.type === 'finish') {
        finish = part.finishReason.unified as TurnFinish;
        yield {
          type: 'call-finish',
          reason: finish,
          usage: {
            inputTokens: part.usage.inputTokens.total ?? 0,
            outputTokens: part.usage.outputTokens.total ?? 0,
            cachedInputTokens: part.usage.inputTokens.cacheRead ?? 0,
          },
        };
      }
    }
    if (calls.length === 0 || !mayCallTools) return;
    const results: LanguageModelV4ToolResultPart[] = [];
    for (const toolCall of calls) {
      const { toolCallId, toolName } = toolCall;
      const input = parseInput(toolCall.input) ?? {};
      yield { type: 'tool-call', toolCallId, toolName, input };
      const outcome = await runTool(tools, toolCall, --toolCallsLeft >= 0);
      yield { type: 'tool-result', toolCallId, output: outcome.forClient };
      results.push({ type: 'tool-result', toolCallId, toolName, output: outcome.forModel });
    }
    messages.push(assistantMessage(text, calls), { role: 'tool', content: results });
  }
}

function callOptions(prompt: Prompt, tools: Tool[], limits: TurnLimits): LanguageModelV4CallOptions {
  const options = { prompt, maxOutputTokens: limits.maxOutputTokens };
  if (tools.length === 0) return options;
  return {
    ...options,
    tools: tools.map(({ run, ...declaration }) => declaration),
    toolChoice: { type: 'auto' },
  };
}

function assistantMessage(text: string, calls: LanguageModelV4ToolCall[]): Prompt[number] {
  const toolCalls = calls.map(({ toolCallId, toolName, input }) => {
    return { type: 'tool-call' as const, toolCallId, toolName, input: parseInput(input) ?? {} };
  });
  return { role: 'assistant', content: text === '' ? toolCalls : [{ type: 'text', text }, ...toolCalls] };
}

type RunOutcome = { forModel: LanguageModelV4ToolResultOutput; forClient: unknown };

async function runTool(
  tools: Tool[],
  call: LanguageModelV4ToolCall,
  withinLimit: boolean,
): Promise<RunOutcome> {
  const tool = tools.find(({ name }) => name === call.toolName);
  if (tool === undefined) return failed(`There is no tool "${call.toolName}".`);
  if (!withinLimit) return failed('No tool calls are left. Answer with what you have.');
  const input = parseInput(call.input);
  if (input === undefined) return failed('The input is not a JSON object.');
  try {
    const { forModel, forClient } = await tool.run(input);
    return { forModel: { type: 'json', value: forModel }, forClient };
  } catch (error) {
    return failed(error instanceof DocentError ? error.message : 'The tool failed.');
  }
}

function failed(value: string): RunOutcome {
  return { forModel: { type: 'error-text', value }, forClient: undefined };
}

function parseInput(input: string): Record<string, unknown> | undefined {
  try {
    const parsed: unknown = input.trim() === '' ? {} : JSON.parse(input);
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
