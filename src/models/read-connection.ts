import type { IncomingMessage } from 'node:http';
import { postForStream } from '../lib/outgoing.ts';
import { connectionFrameEnd, turnEnd } from './read-by-frame.ts';

/** The first reads wait for no frame, so that what a model says first comes at once. */
const atOnce = 4;

/**
 * What came in each frame; nothing is read between them. Once the response has ended, its connection is used again.
 * @throws the connection's error
 */
export async function* bytesByFrame(response: IncomingMessage): AsyncGenerator<Buffer, void> {
  let reads = 0;
  try {
    for await (const bytes of response.iterator({ destroyOnReturn: false })) {
      // That was the first piece since the last read; the others come in the next turn.
      await turnEnd();
      const more = response.read() as Buffer | null;
      yield more === null ? bytes : Buffer.concat([bytes, more]);
      if (++reads > atOnce) await connectionFrameEnd();
    }
  } finally {
    await end(response);
    response.destroy();
  }
}

/** Reads what is left, for a frame at most: some servers leave the connection open after their last event. */
async function end(response: IncomingMessage): Promise<void> {
  if (response.destroyed) return;
  const closed = new Promise((resolve) => response.once('close', resolve));
  response.resume();
  await Promise.race([closed, connectionFrameEnd()]);
}

/** Statuses whose responses have no body: https://fetch.spec.whatwg.org/#null-body-status */
const bodyless = new Set([204, 205, 304]);

/** `fetch` for the packages of providers, which only post text. */
export const fetchByFrame: typeof globalThis.fetch = async (input, { headers, body, signal } = {}) => {
  const sent = { headers: Object.fromEntries(new Headers(headers)), body: String(body), signal };
  const response = await postForStream(new URL(String(input)), sent).catch((cause: unknown) => {
    signal?.throwIfAborted();
    // The packages recognize a failed connection by this message.
    throw new TypeError('fetch failed', { cause });
  });
  const { statusCode = 502, statusMessage = '' } = response;
  const status = statusCode >= 200 && statusCode < 600 ? statusCode : 502;
  if (bodyless.has(status)) response.resume();
  return new Response(bodyless.has(status) ? null : ReadableStream.from(bytesByFrame(response)), {
    status,
    statusText: statusMessage,
    headers: Object.entries(response.headersDistinct).flatMap(([name, values = []]) =>
      values.map((value): [string, string] => [name, value]),
    ),
  });
};
