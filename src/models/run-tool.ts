import type {
  JSONValue,
  LanguageModelV4FunctionTool,
  LanguageModelV4ToolCall,
  LanguageModelV4ToolResultOutput,
} from '@ai-sdk/provider';
import { DocentError } from '../errors.ts';

/** A tool's result, for the model and for clients. */
type ToolOutcome = { forModel: JSONValue; forClient: unknown };

/** A tool that the model may call. `run` gets the parsed, unvalidated input; the model gets the message of an error. */
export type Tool = LanguageModelV4FunctionTool & {
  run(input: Record<string, unknown>): Promise<ToolOutcome>;
};

/** `forClient` is undefined when the tool failed; `forModel` then says why. */
type RunOutcome = { forModel: LanguageModelV4ToolResultOutput; forClient: unknown };

/** Runs one tool call. The model gets any error as the result, and the turn continues. */
export async function runTool(tools: readonly Tool[], call: LanguageModelV4ToolCall): Promise<RunOutcome> {
  const tool = tools.find(({ name }) => name === call.toolName);
  if (tool === undefined) return failed(`There is no tool "${call.toolName.slice(0, 60)}".`);
  const input = parseInput(call.input);
  if (input === undefined) return failed('The input is not a JSON object.');
  try {
    const { forModel, forClient } = await tool.run(input);
    return { forModel: { type: 'json', value: forModel }, forClient };
  } catch (error) {
    return failed(error instanceof DocentError ? error.message : 'The tool failed.');
  }
}

export function failed(value: string): RunOutcome {
  return { forModel: { type: 'error-text', value }, forClient: undefined };
}

export function parseInput(input: string): Record<string, unknown> | undefined {
  try {
    const parsed: unknown = input.trim() === '' ? {} : JSON.parse(input);
    const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
    return isObject ? (parsed as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
