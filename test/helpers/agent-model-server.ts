import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { Model } from '../../src/models/model.ts';

/** What the client sent, as far as scripts look at it. */
export type ChatRequest = {
  messages: { role: string; content: string | { text?: string }[] | null; tool_calls?: unknown[] }[];
  tools?: { function: { name: string } }[];
};

/** One answer of the model: calls of tools, text, or a fault. */
export type ChatReply =
  | { text?: string; calls?: { name: string; input: unknown }[]; tokens?: number }
  | { fault: 'error' | 'cut' | 'refuse-key' };

export type ChatScript = (request: ChatRequest, call: number) => ChatReply | Promise<ChatReply>;

export type ModelServer = { model: Model; url: string; requests: ChatRequest[]; close(): Promise<void> };

/** A model behind the real OpenAI chat completions protocol over HTTP, whose answers are a script. */
export async function startModelServer(script: ChatScript): Promise<ModelServer> {
  const requests: ChatRequest[] = [];
  const server = createServer(async (request, response) => {
    const chat = JSON.parse(Buffer.concat(await Array.fromAsync(request)).toString()) as ChatRequest;
    requests.push(chat);
    const reply = await script(chat, requests.length);
    if ('fault' in reply && reply.fault !== 'cut') {
      response.writeHead(reply.fault === 'error' ? 503 : 401, { 'content-type': 'application/json' });
      return void response.end('{"error":{"message":"no"}}');
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const send = (data: object) =>
      response.write(
        `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', ...data })}\n\n`,
      );
    const delta = (delta: object, finish: string | null = null) =>
      send({ choices: [{ index: 0, delta, finish_reason: finish }] });
    if ('fault' in reply) {
      delta({ role: 'assistant', content: 'I will' });
      return void response.destroy();
    }
    const calls = reply.calls ?? [];
    if (reply.text !== undefined) delta({ role: 'assistant', content: reply.text });
    calls.forEach(({ name, input }, index) => {
      const text = typeof input === 'string' ? input : JSON.stringify(input);
      delta({
        tool_calls: [
          {
            index,
            id: `call_${requests.length}_${index}`,
            type: 'function',
            function: { name, arguments: '' },
          },
        ],
      });
      for (let at = 0; at < text.length; at += 2000) {
        delta({ tool_calls: [{ index, function: { arguments: text.slice(at, at + 2000) } }] });
      }
    });
    delta({}, calls.length > 0 ? 'tool_calls' : 'stop');
    const tokens = reply.tokens ?? 100;
    send({ choices: [], usage: { prompt_tokens: tokens, completion_tokens: 10, total_tokens: tokens + 10 } });
    response.end('data: [DONE]\n\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const provider = createOpenAICompatible({ name: 'test', baseURL: url, apiKey: 'none', includeUsage: true });
  return {
    model: provider.chatModel('m'),
    url,
    requests,
    close: () => new Promise((resolve) => (server.closeAllConnections(), server.close(() => resolve()))),
  };
}

/** Plays replies one after another; the last one again and again. */
export const inOrder =
  (...replies: ChatReply[]): ChatScript =>
  (_, call) =>
    replies[Math.min(call, replies.length) - 1]!;

export const finishCall = (title = 'Change the docs', more: object = {}) => ({
  name: 'finish',
  input: { title, summary: ['It was asked for.'], ...more },
});

/** All text that the model was sent. */
export function textOf(request: ChatRequest): string {
  return request.messages
    .map(({ content }) =>
      typeof content === 'string' ? content : (content ?? []).map(({ text }) => text ?? '').join('\n'),
    )
    .join('\n');
}
