import type { ScriptedAnswer } from './model-replies.ts';

/** One provider's protocol: how a scripted answer looks on its wire, and its error body. */
export type Dialect = {
  path: RegExp;
  frames(answer: ScriptedAnswer): AsyncGenerator<string>;
  error(status: number): unknown;
};

/** Tokens of every scripted call. */
export const scriptedUsage = { input: 120, output: 34 };

/** https://platform.openai.com/docs/api-reference/chat-streaming */
const openAi: Dialect = {
  path: /\/chat\/completions$/,
  async *frames({ text, tools, end, cachedTokens }) {
    const chunk = (delta: object, finish_reason: string | null = null) =>
      data({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason }] }); // prettier-ignore
    yield chunk({ role: 'assistant', content: '' });
    for await (const content of text) yield chunk({ content });
    for (const [index, { name, input }] of tools.entries()) {
      const [first, second] = halves(JSON.stringify(input));
      yield chunk({ tool_calls: [{ index, id: newCallId(), type: 'function', function: { name, arguments: first } }] }); // prettier-ignore
      yield chunk({ tool_calls: [{ index, function: { arguments: second } }] });
    }
    if (isUnfinished(end)) return;
    yield chunk({}, finishOf(end, tools.length > 0 ? 'tool_calls' : 'stop'));
    yield data({
      id: 'chatcmpl-1',
      object: 'chat.completion.chunk',
      created: 1,
      model: 'm',
      choices: [],
      usage: {
        prompt_tokens: scriptedUsage.input,
        completion_tokens: scriptedUsage.output,
        total_tokens: scriptedUsage.input + scriptedUsage.output,
        prompt_tokens_details: { cached_tokens: cachedTokens },
      },
    });
    yield 'data: [DONE]\n\n';
  },
  error: (status) => ({ error: { message: secretCause, type: 'server_error', code: status } }),
};

/** https://docs.anthropic.com/en/docs/build-with-claude/streaming */
const anthropic: Dialect = {
  path: /\/messages$/,
  async *frames({ text, tools, end, cachedTokens }) {
    const event = (value: { type: string; [key: string]: unknown }) => `event: ${value.type}\n${data(value)}`;
    const usage = { input_tokens: scriptedUsage.input - cachedTokens, cache_read_input_tokens: cachedTokens, cache_creation_input_tokens: 0, output_tokens: 1 }; // prettier-ignore
    yield event({ type: 'message_start', message: { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', content: [], stop_reason: null, stop_sequence: null, usage } }); // prettier-ignore
    let index = 0;
    let open = false;
    for await (const piece of text) {
      if (!open)
        yield event({ type: 'content_block_start', index, content_block: { type: 'text', text: '' } });
      open = true;
      yield event({ type: 'content_block_delta', index, delta: { type: 'text_delta', text: piece } });
    }
    if (open) yield event({ type: 'content_block_stop', index: index++ });
    for (const { name, input } of tools) {
      yield event({ type: 'content_block_start', index, content_block: { type: 'tool_use', id: newCallId(), name, input: {} } }); // prettier-ignore
      for (const partial_json of halves(JSON.stringify(input))) {
        yield event({
          type: 'content_block_delta',
          index,
          delta: { type: 'input_json_delta', partial_json },
        });
      }
      yield event({ type: 'content_block_stop', index: index++ });
    }
    if (isUnfinished(end)) return;
    const stop_reason = finishOf(end, tools.length > 0 ? 'tool_use' : 'end_turn');
    yield event({ type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: scriptedUsage.output } }); // prettier-ignore
    yield event({ type: 'message_stop' });
  },
  error: () => ({ type: 'error', error: { type: 'api_error', message: secretCause } }),
};

/** https://ai.google.dev/api/generate-content#method:-models.streamgeneratecontent */
const google: Dialect = {
  path: /:streamGenerateContent$/,
  async *frames({ text, tools, end, cachedTokens }) {
    const chunk = (parts: object[], finishReason?: string) =>
      data({ candidates: [{ index: 0, content: { role: 'model', parts }, finishReason }], usageMetadata: { promptTokenCount: scriptedUsage.input, candidatesTokenCount: scriptedUsage.output, totalTokenCount: scriptedUsage.input + scriptedUsage.output, cachedContentTokenCount: cachedTokens } }); // prettier-ignore
    for await (const piece of text) yield chunk([{ text: piece }]);
    for (const { name, input } of tools) yield chunk([{ functionCall: { name, args: input } }]);
    if (!isUnfinished(end)) yield chunk([], finishOf(end, 'STOP'));
  },
  error: (code) => ({ error: { code, message: secretCause, status: 'INTERNAL' } }),
};

export const dialects = [openAi, anthropic, google];

/** What no user may ever read. */
export const secretCause = 'upstream 10.0.0.7 refused key sk-secret-0123456789';

let callIds = 0;
const newCallId = () => `call_${++callIds}`;
const data = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;

function isUnfinished(end: ScriptedAnswer['end']): boolean {
  return end === 'cut' || end === 'silence' || end === 'malformed';
}

function finishOf(end: ScriptedAnswer['end'], usual: string): string {
  return typeof end === 'object' ? end.finish : usual;
}

function halves(text: string): [string, string] {
  const middle = text.length >> 1;
  return [text.slice(0, middle), text.slice(middle)];
}
