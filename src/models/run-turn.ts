import type {
  LanguageModelV4CallOptions,
  LanguageModelV4ToolCall,
  LanguageModelV4ToolResultPart,
} from '@ai-sdk/provider';
import type { Emit } from '../lib/emitted.ts';
import { collectContent } from './collect-content.ts';
import type { Model, Prompt } from './model.ts';
import { ModelFault } from './model-fault.ts';
import { createReadingLimit } from './reading-limit.ts';
import { failed, parseInput, runTool, type Tool } from './run-tool.ts';
import { type OnFault, type RetryLimits, retryLimits, runCall } from './run-call.ts';
import { type CallTimeouts, callTimeouts } from './stream-call.ts';
import { estimateUsage, type TurnUsage, usageOf } from './turn-usage.ts';

type TurnFinish = 'stop' | 'length' | 'tool-calls' | 'content-filter';

export type TurnEvent =
  | { type: 'text'; delta: string }
  /** The end of one model call. `last`: no tool call follows. */
  | { type: 'call-finish'; reason: TurnFinish; usage: TurnUsage; model: Model; last: boolean }
  | { type: 'tool-call'; toolCallId: string; toolName: string; input: Record<string, unknown> }
  /** `output` is undefined when the tool failed; the model knows why. */
  | { type: 'tool-result'; toolCallId: string; output: unknown };

/** Limits of a turn: model calls, tool calls, and characters that are written, and read in all calls together. */
type TurnLimits = {
  modelCalls: number;
  toolCalls: number;
  characters: number;
  read: number;
  timeouts: CallTimeouts;
  retries: RetryLimits;
};

type TurnOptions = {
  limits?: TurnLimits;
  onFault?: OnFault | undefined;
  onCut?: (model: Model, usage: TurnUsage) => void;
};

export const turnLimits: TurnLimits = {
  modelCalls: 8,
  toolCalls: 16,
  characters: 60_000,
  // About 120,000 tokens: a question may ask for page after page, at the operator's cost.
  read: 480_000,
  timeouts: callTimeouts,
  retries: retryLimits,
};

/**
 * Calls the first available model of `models` and runs its tools, until it answers without a tool call. In the last
 * allowed call tools are off, so that a tool loop still ends with an answer. A tool result beyond the reading limit
 * is replaced by a short note.
 * @param onCut gets the estimated usage of a call that ends without a finish: by a fault, or because nobody reads on
 * @throws ModelFault
 */
export async function runTurn(
  models: readonly Model[],
  prompt: Prompt,
  tools: readonly Tool[],
  signal: AbortSignal,
  emit: Emit<TurnEvent>,
  { limits = turnLimits, onFault, onCut = () => {} }: TurnOptions = {},
): Promise<void> {
  const messages: Prompt = [...prompt];
  const deadline = performance.now() + limits.timeouts.total;
  const turn = { charactersLeft: limits.characters, messages, onCut };
  const reading = createReadingLimit(limits.read);
  let toolCallsLeft = tools.length > 0 ? limits.toolCalls : 0;
  for (let call = 1; ; call++) {
    const mayCallTools = call < limits.modelCalls && toolCallsLeft > 0;
    const left = { ...limits.timeouts, total: Math.max(1, deadline - performance.now()) };
    const options = callOptions(messages, tools, mayCallTools);
    const maxCalls = mayCallTools ? toolCallsLeft : 0;
    const run = (onPart: Parameters<typeof runCall>[3]) =>
      runCall(models, options, signal, onPart, { ...limits, timeouts: left }, onFault);
    const { model, said, calls, isLast } = await callOnce(run, turn, maxCalls, emit);
    if (isLast) return;
    // Counted only now, because built-in models call no tools and need no written evidence.
    reading.called(messages, model.contextTokens?.());
    const results: LanguageModelV4ToolResultPart[] = [];
    for (const toolCall of calls) {
      const { toolCallId, toolName } = toolCall;
      await emit({ type: 'tool-call', toolCallId, toolName, input: parseInput(toolCall.input) ?? {} });
      const { forModel, forClient } = await runTool(tools, toolCall);
      const isRead = reading.allows(JSON.stringify(forModel).length);
      await emit({ type: 'tool-result', toolCallId, output: isRead ? forClient : undefined });
      results.push({ type: 'tool-result', toolCallId, toolName, output: isRead ? forModel : noMoreRoom });
      if (!isRead) toolCallsLeft = 0;
    }
    toolCallsLeft -= calls.length;
    messages.push(said.message(calls), { role: 'tool', content: results });
  }
}

const noMoreRoom = failed('There is no room for more. Answer now, with what you have.').forModel;

/** One model call. Of its tool calls, those within the limit are returned, others are dropped. */
async function callOnce(
  run: (onPart: Parameters<typeof runCall>[3]) => Promise<void>,
  turn: { charactersLeft: number; messages: Prompt; onCut: NonNullable<TurnOptions['onCut']> },
  maxCalls: number,
  emit: Emit<TurnEvent>,
) {
  const said = collectContent();
  const calls: LanguageModelV4ToolCall[] = [];
  let model: Model | undefined;
  let spoke = false;
  let written = '';
  let isFinished = false;
  let isLast = false;
  try {
    await run((part, speaker) => {
      model = speaker;
      said.add(part);
      if ('delta' in part) {
        written += part.delta;
        turn.charactersLeft -= part.delta.length;
      }
      if (turn.charactersLeft < 0) {
        if (!spoke) throw new ModelFault('too_large', 'The model wrote more than a turn may hold.');
        isFinished = isLast = true;
        const usage = estimateUsage(turn.messages, written);
        void emit({ type: 'call-finish', reason: 'length', usage, model, last: true });
        return false;
      }
      if (part.type === 'text-delta' && part.delta !== '') {
        spoke = true;
        return emit({ type: 'text', delta: part.delta });
      }
      if (part.type === 'tool-call' && calls.length < maxCalls) calls.push(part);
      if (part.type !== 'finish') return;
      isFinished = true;
      isLast = calls.length === 0;
      if (isLast && !spoke) throw new ModelFault('empty', 'The model ended its turn without a word.');
      const reason = part.finishReason.unified as TurnFinish;
      return emit({ type: 'call-finish', reason, usage: usageOf(part), model, last: isLast });
    });
  } finally {
    const isCut = !isFinished && model !== undefined && model.provider !== 'docent';
    if (isCut) turn.onCut(model!, estimateUsage(turn.messages, written));
  }
  return { model: model!, said, calls, isLast };
}

/** Tools stay declared even when off, because Anthropic refuses a prompt with tool results and no tools. */
function callOptions(
  prompt: Prompt,
  tools: readonly Tool[],
  mayCallTools: boolean,
): LanguageModelV4CallOptions {
  if (tools.length === 0) return { prompt };
  return {
    prompt,
    tools: tools.map(({ run, ...declaration }) => declaration),
    toolChoice: { type: mayCallTools ? 'auto' : 'none' },
  };
}
