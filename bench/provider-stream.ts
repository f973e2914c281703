// npm run bench -- provider-stream [TOKENS]: CPU for each streamed token of a provider's package and of our own reader,
// against the least that reading the same bytes by `fetch` can take: fetch's body, lines, JSON, and no check of what it holds. What this process takes to send the bytes is in both.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { Model } from '../src/models/model.ts';
import { openChatModel } from '../src/models/providers/compatible/chat-model.ts';

const tokens = Number(process.argv[2] ?? 5_000);
const rounds = 5;
/** As many in one write as a fast provider's leave in one packet. */
const together = 4;

const chunk = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
const server = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  let left = tokens;
  const write = () => {
    for (let n = 0; n < together && left > 0; n++, left--) response.write(chunk({ content: ' word' }));
    if (left > 0) setImmediate(write);
    else response.end(`${chunk({}, 'stop')}data: [DONE]\n\n`);
  };
  write();
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
const packaged = createOpenAICompatible({ name: 'bench', baseURL: url })('m');
const own = openChatModel({ url, key: undefined, modelId: 'm' }, () => {});

async function* byModel(model: Model): AsyncGenerator<string> {
  const { stream } = await model.doStream({
    prompt: [{ role: 'user', content: [{ type: 'text', text: 'Say it.' }] }],
  });
  for await (const part of stream) if (part.type === 'text-delta') yield part.delta;
}

async function* atLeast(): AsyncGenerator<string> {
  const { body } = await fetch(`${url}/chat/completions`, { method: 'POST', body: '{}' });
  const decoder = new TextDecoder();
  let held = '';
  for await (const bytes of body!) {
    const lines = (held + decoder.decode(bytes as Uint8Array, { stream: true })).split('\n');
    held = lines.pop()!;
    for (const line of lines) {
      if (!line.startsWith('data: {')) continue;
      const { content } = JSON.parse(line.slice(6)).choices[0].delta;
      if (content !== undefined) yield content;
    }
  }
}

/** Of reading the stream again and again, once it is warm. */
async function microsOf(read: () => AsyncGenerator<string>): Promise<number> {
  let before = process.cpuUsage();
  for (let round = 0; round <= rounds; round++) {
    if (round === 1) before = process.cpuUsage();
    let words = 0;
    for await (const text of read()) words += text.split('word').length - 1;
    if (words !== tokens) throw new Error(`${words} of ${tokens} tokens came.`);
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / rounds / tokens;
}

const least = await microsOf(atLeast);
const whole = await microsOf(() => byModel(packaged));
const ours = await microsOf(() => byModel(own));
console.table({
  'fetch, lines and JSON': { 'µs a token': least.toFixed(1) },
  'our reader': { 'µs a token': ours.toFixed(1), 'times the least': (ours / least).toFixed(2) },
  'the package': { 'µs a token': whole.toFixed(1), 'times the least': (whole / least).toFixed(2) },
});
server.close();
server.closeAllConnections();
