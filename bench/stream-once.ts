import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import type { Ready } from './stream-cost/serve-bench.ts';

export type StreamResult = {
  ok: boolean;
  firstByteMs: number;
  firstTextMs: number;
  totalMs: number;
  /** The text of its deltas: several tokens may come in one. */
  text: string;
};

const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
const body = JSON.stringify({
  fp: 'bench',
  messages: [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'How do threads work?' }] }],
});

/** One question over HTTP, read to its end. */
export async function streamOnce(ready: Ready): Promise<StreamResult> {
  const start = performance.now();
  const response = await ask(ready);
  let firstByteMs = 0;
  let firstTextMs = 0;
  let all = '';
  for await (const chunk of response) {
    firstByteMs ||= performance.now() - start;
    all += chunk;
    if (firstTextMs === 0 && all.includes('"type":"text-delta"')) firstTextMs = performance.now() - start;
  }
  const totalMs = performance.now() - start;
  const ok =
    response.statusCode === 200 && all.endsWith('data: [DONE]\n\n') && !all.includes('"type":"error"');
  const deltas = all
    .matchAll(/^data: (\{"type":"text-delta".*)$/gm)
    .map(([, event]) => JSON.parse(event!).delta);
  return { ok, firstByteMs, firstTextMs, totalMs, text: [...deltas].join('') };
}

/** A server may close a kept connection in the moment that it is used again: https://nodejs.org/api/http.html#requestreusedsocket */
async function ask(ready: Ready): Promise<IncomingMessage> {
  const sent = request(ready.url, {
    method: 'POST',
    agent,
    headers: { 'content-type': 'application/json', ...ready.headers },
  });
  sent.end(body);
  try {
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return response;
  } catch (error) {
    if (sent.reusedSocket && (error as NodeJS.ErrnoException).code === 'ECONNRESET') return ask(ready);
    throw error;
  }
}
