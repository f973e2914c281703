import { once } from 'node:events';
import { Agent, request } from 'node:http';
import type { Ready } from './stream-cost/serve-bench.ts';

export type StreamResult = {
  ok: boolean;
  firstByteMs: number;
  firstTextMs: number;
  totalMs: number;
  deltas: number;
};

const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
const body = JSON.stringify({
  fp: 'bench',
  messages: [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'How do threads work?' }] }],
});

/** One question over HTTP, read to its end. */
export async function streamOnce({ url, headers }: Ready): Promise<StreamResult> {
  const start = performance.now();
  const sent = request(url, {
    method: 'POST',
    agent,
    headers: { 'content-type': 'application/json', ...headers },
  });
  sent.end(body);
  const [response] = await once(sent, 'response');
  let firstByteMs = 0;
  let firstTextMs = 0;
  let deltas = 0;
  let last = '';
  for await (const chunk of response) {
    firstByteMs ||= performance.now() - start;
    const text = String(chunk);
    const found = text.split('"type":"text-delta"').length - 1;
    if (found > 0) firstTextMs ||= performance.now() - start;
    deltas += found;
    last = (last + text).slice(-500);
  }
  const ok =
    response.statusCode === 200 && last.endsWith('data: [DONE]\n\n') && !last.includes('"type":"error"');
  return { ok, firstByteMs, firstTextMs, totalMs: performance.now() - start, deltas };
}
