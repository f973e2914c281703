import type { IncomingMessage } from 'node:http';
import { postForStream } from '../lib/outgoing.ts';
import { frameEnd, turnEnd } from './read-by-frame.ts';

/** Reads that wait for no frame: what a model says first comes at once. */
const atOnce = 4;

/** What came in each frame. The connection rests between them, and can be used again when the response has ended. */
export async function* bytesByFrame(response: IncomingMessage): AsyncGenerator<Buffer, void> {
  let reads = 0;
  try {
    for await (const bytes of response.iterator({ destroyOnReturn: false })) {
      // A connection that rested gives the rest of what came in the next turn.
      await turnEnd();
      const more = response.read() as Buffer | null;
      yield more === null ? bytes : Buffer.concat([bytes, more]);
      if (++reads > atOnce) await frameEnd();
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
  await Promise.race([closed, frameEnd()]);
}

/** `fetch` for the packages of providers, which ask by POST with text. */
export const fetchByFrame: typeof globalThis.fetch = async (input, init = {}) => {
  const headers = Object.fromEntries(new Headers(init.headers));
  const response = await postForStream(new URL(String(input)), headers, String(init.body), init.signal).catch(
    (cause: unknown) => {
      init.signal?.throwIfAborted();
      // By these words of the standard the packages tell a broken connection.
      throw new TypeError('fetch failed', { cause });
    },
  );
  return new Response(ReadableStream.from(bytesByFrame(response)), {
    status: response.statusCode!,
    headers: Object.entries(response.headersDistinct).flatMap(([name, values = []]) =>
      values.map((value): [string, string] => [name, value]),
    ),
  });
};
