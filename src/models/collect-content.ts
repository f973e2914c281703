import type {
  LanguageModelV4Message,
  LanguageModelV4StreamPart,
  LanguageModelV4ToolCall,
  SharedV4ProviderMetadata,
} from '@ai-sdk/provider';
import { parseInput } from './run-tool.ts';

type AssistantContent = Extract<LanguageModelV4Message, { role: 'assistant' }>['content'];
type OpenPart = Extract<AssistantContent[number], { type: 'text' | 'reasoning' }>;

/**
 * Collects a model's output for its next call. Reasoning goes back with its signatures, because Anthropic and Google
 * refuse tool results without them.
 * https://docs.anthropic.com/en/docs/build-with-claude/extended-thinking#preserving-thinking-blocks
 */
export function collectContent() {
  const content: AssistantContent = [];
  const open = new Map<string, OpenPart>();
  const start = (key: string, type: OpenPart['type']): OpenPart => {
    const part: OpenPart = { type, text: '' };
    open.set(key, part);
    content.push(part);
    return part;
  };
  const partOf = (id: string, type: OpenPart['type'], metadata: SharedV4ProviderMetadata | undefined) => {
    const key = `${type}:${id}`;
    const part = open.get(key) ?? start(key, type);
    if (metadata !== undefined) part.providerOptions = merge(part.providerOptions, metadata);
    return part;
  };
  return {
    add(part: LanguageModelV4StreamPart): void {
      if (part.type === 'text-delta') partOf(part.id, 'text', part.providerMetadata).text += part.delta;
      else if (part.type === 'reasoning-delta')
        partOf(part.id, 'reasoning', part.providerMetadata).text += part.delta;
      else if (part.type === 'text-start' || part.type === 'text-end')
        partOf(part.id, 'text', part.providerMetadata);
      else if (part.type === 'reasoning-start' || part.type === 'reasoning-end')
        partOf(part.id, 'reasoning', part.providerMetadata);
    },
    /** The assistant message with the executed tool calls. */
    message(calls: readonly LanguageModelV4ToolCall[]): LanguageModelV4Message {
      const toolCalls = calls.map(({ toolCallId, toolName, input, providerMetadata }) => ({
        type: 'tool-call' as const,
        toolCallId,
        toolName,
        input: parseInput(input) ?? {},
        ...(providerMetadata !== undefined && { providerOptions: providerMetadata }),
      }));
      const said = content.filter((part) => part.type !== 'text' || part.text !== '');
      return { role: 'assistant', content: [...said, ...toolCalls] };
    },
  };
}

function merge(a: SharedV4ProviderMetadata | undefined, b: SharedV4ProviderMetadata) {
  const merged: SharedV4ProviderMetadata = { ...a };
  for (const [provider, values] of Object.entries(b)) merged[provider] = { ...merged[provider], ...values };
  return merged;
}
