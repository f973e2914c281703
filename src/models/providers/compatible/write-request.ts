import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FilePart,
  LanguageModelV4Message,
  LanguageModelV4TextPart,
  LanguageModelV4ToolResultOutput,
} from '@ai-sdk/provider';
import { fitPrompt, tokensOf } from '../../fit-prompt.ts';
import { withoutImages } from '../../prepare-prompt.ts';
import type { Quirks, Refused, Sent } from './quirks.ts';

type Body = Record<string, unknown>;
type ChatMessage = {
  role: 'system' | 'user' | 'assistant' | 'tool';
  content: string | object[];
  [more: string]: unknown;
};

/**
 * A call in the plainest form of chat completions (https://platform.openai.com/docs/api-reference/chat/create): text as
 * one string, at most one system message first, and the roles of a conversation in turns, as the templates of many
 * models want them.
 */
export function writeRequest(
  model: string,
  options: LanguageModelV4CallOptions,
  quirks: Quirks,
): { body: Body; sent: Sent } {
  const without = (what: Refused) => quirks.without.has(what);
  const { toolChoice, temperature, reasoning } = options;
  const tools = without('tools') ? [] : (options.tools ?? []).filter((tool) => tool.type === 'function');
  const declared = tools.map(({ name, description, inputSchema }) => {
    const parameters = without('schema') ? plainSchema(inputSchema) : inputSchema;
    return { type: 'function', function: { name, description, parameters } };
  });
  const outputTokens = Math.min(
    options.maxOutputTokens ?? 4_096,
    quirks.maxOutput,
    Math.floor(quirks.context / 4),
  );
  const room = quirks.context - outputTokens - tokensOf(JSON.stringify(declared));
  const seen = without('images') ? options.prompt.map(withoutImages) : options.prompt;
  const prompt = fitPrompt(seen, room);
  const messages = inTurns(
    prompt.flatMap((message) => messagesOf(message, without)),
    without,
  );
  const body: Body = {
    model,
    messages,
    stream: !without('stream'),
    ...(!without('stream') && !without('stream_options') && { stream_options: { include_usage: true } }),
    ...(quirks.limitName !== null && { [quirks.limitName]: outputTokens }),
    ...(temperature !== undefined && !without('temperature') && { temperature }),
    ...(reasoning !== undefined &&
      reasoning !== 'provider-default' &&
      !without('reasoning') && { reasoning_effort: reasoning }),
    ...(declared.length > 0 && { tools: declared }),
    ...(declared.length > 0 &&
      toolChoice !== undefined &&
      toolChoice.type !== 'auto' &&
      !without('tool_choice') && { tool_choice: choiceOf(toolChoice) }),
  };
  const inputTokens = tokensOf(JSON.stringify(messages)) + tokensOf(JSON.stringify(declared));
  return {
    body,
    sent: { refusable: refusableIn(body, messages, options, without), inputTokens, outputTokens },
  };
}

function choiceOf(choice: NonNullable<LanguageModelV4CallOptions['toolChoice']>): unknown {
  return choice.type === 'tool' ? { type: 'function', function: { name: choice.toolName } } : choice.type;
}

/** Whether a call is of no use without its tools. */
function needsTools({ providerOptions }: LanguageModelV4CallOptions): boolean {
  return providerOptions?.['docent']?.['needsTools'] === true;
}

function refusableIn(
  body: Body,
  messages: readonly ChatMessage[],
  options: LanguageModelV4CallOptions,
  without: (what: Refused) => boolean,
): Set<Refused> {
  const has: [Refused, boolean][] = [
    ['stream_options', 'stream_options' in body],
    ['tool_choice', 'tool_choice' in body],
    ['schema', 'tools' in body && !without('schema')],
    ['reasoning_content', !without('reasoning_content') && messages.some((one) => 'tool_calls' in one)],
    ['reasoning', 'reasoning_effort' in body],
    ['temperature', 'temperature' in body],
    ['images', messages.some(({ content }) => typeof content !== 'string')],
    ['user_after_tool', !without('user_after_tool') && messages.some(({ role }) => role === 'tool')],
    ['tools', 'tools' in body && !needsTools(options)],
    ['system', messages[0]?.role === 'system'],
    ['stream', body['stream'] === true],
  ];
  return new Set(has.filter(([, isSent]) => isSent).map(([what]) => what));
}

function messagesOf(message: LanguageModelV4Message, without: (what: Refused) => boolean): ChatMessage[] {
  switch (message.role) {
    case 'system':
      return [{ role: 'system', content: message.content }];
    case 'user':
      return [{ role: 'user', content: userContent(message.content) }];
    case 'assistant':
      return assistantMessages(message.content, without);
    case 'tool': {
      const results = message.content.filter((part) => part.type === 'tool-result');
      if (!without('tools'))
        return results.map(({ toolCallId, output }) => {
          return { role: 'tool', tool_call_id: toolCallId, content: resultText(output) };
        });
      const told = results.map(({ toolName, output }) => `Result of ${toolName}:\n${resultText(output)}`);
      return [{ role: 'user', content: told.join('\n\n') }];
    }
  }
}

function assistantMessages(
  content: Extract<LanguageModelV4Message, { role: 'assistant' }>['content'],
  without: (what: Refused) => boolean,
): ChatMessage[] {
  const textOf = (type: 'text' | 'reasoning') =>
    content.map((part) => (part.type === type ? part.text : '')).join('');
  const calls = without('tools') ? [] : content.filter((part) => part.type === 'tool-call');
  const text = textOf('text');
  if (calls.length === 0) return text.trim() === '' ? [] : [{ role: 'assistant', content: text }];
  const reasoning = without('reasoning_content') ? textOf('reasoning') : '';
  return [
    {
      role: 'assistant',
      content: text,
      ...(reasoning !== '' && { reasoning_content: reasoning }),
      tool_calls: calls.map(({ toolCallId, toolName, input }) => ({
        id: toolCallId,
        type: 'function',
        function: { name: toolName, arguments: JSON.stringify(input) },
      })),
    },
  ];
}

function userContent(
  parts: readonly (LanguageModelV4TextPart | LanguageModelV4FilePart)[],
): string | object[] {
  if (parts.every((part) => part.type === 'text')) return parts.map(({ text }) => text).join('\n\n');
  return parts.map((part) => {
    if (part.type === 'text') return { type: 'text', text: part.text };
    return { type: 'image_url', image_url: { url: urlOf(part) } };
  });
}

function urlOf({ data, mediaType }: LanguageModelV4FilePart): string {
  if (data.type === 'url') return data.url.href;
  if (data.type !== 'data') throw new TypeError(`A file of the kind ${data.type} cannot be sent.`);
  const base64 = typeof data.data === 'string' ? data.data : Buffer.from(data.data).toString('base64');
  return `data:${mediaType};base64,${base64}`;
}

function resultText(output: LanguageModelV4ToolResultOutput): string {
  if (output.type === 'text' || output.type === 'error-text') return output.value;
  return JSON.stringify('value' in output ? output.value : (output.reason ?? 'denied'));
}

/** Neighbours of one role joined, and the first word the user's. */
function inTurns(all: readonly ChatMessage[], without: (what: Refused) => boolean): ChatMessage[] {
  const turns: ChatMessage[] = [];
  for (const message of all) {
    const last = turns.at(-1);
    if (message.role === 'assistant' && (last === undefined || last.role === 'system'))
      turns.push({ role: 'user', content: 'Hello.' });
    const joins = last !== undefined && joinsWith(last, message, without);
    if (joins) turns.splice(-1, 1, { ...last, content: joined(last.content, message.content) });
    else turns.push(message);
  }
  const [first, second] = turns;
  if (first?.role !== 'system' || !without('system')) return turns;
  if (second?.role !== 'user') return [{ ...first, role: 'user' }, ...turns.slice(1)];
  return [
    { role: 'user', content: joined(`${first.content as string}\n\n---`, second.content) },
    ...turns.slice(2),
  ];
}

function joinsWith(last: ChatMessage, next: ChatMessage, without: (what: Refused) => boolean): boolean {
  if (last.role === 'tool') return next.role === 'user' && without('user_after_tool');
  return last.role === next.role && !('tool_calls' in last) && !('tool_calls' in next);
}

function joined(one: ChatMessage['content'], other: ChatMessage['content']): ChatMessage['content'] {
  if (typeof one === 'string' && typeof other === 'string') return `${one}\n\n${other}`;
  return [one, other].flatMap((content) =>
    typeof content === 'string' ? [{ type: 'text', text: content }] : content,
  );
}

/** A schema in the words that every server knows. */
function plainSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(plainSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  const known = ['type', 'description', 'enum', 'required'];
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]) => {
      if (known.includes(key)) return [[key, value]];
      if (key === 'items') return [[key, plainSchema(value)]];
      if (key !== 'properties') return [];
      return [
        [
          key,
          Object.fromEntries(Object.entries(value as object).map(([name, of]) => [name, plainSchema(of)])),
        ],
      ];
    }),
  );
}
