import type { ServerResponse } from 'node:http';
import { createOutbox } from '../lib/outbox.ts';

const keepAliveAfter = 15_000;
const writeIdleLimit = 60_000;

/** Unread bytes at which the client of a kept stream is disconnected: it may come back, and the others do not wait. */
const maxUnread = 1024 ** 2;

/** How events become bytes; one writer per stream. */
type EventWriter<Event> = {
  headers: Record<string, string>;
  write(event: Event): string;
  /** Sent after a while without events. */
  keepAlive: string;
};

/**
 * Writes a stream's events to the raw Node response: web streams need several times the CPU per token. Events that
 * are produced together are written together, because each write costs a system call. A client that stops reading for a minute is disconnected.
 * @param head headers besides the protocol's own
 * @param keep gets all bytes, to the end of the events also after the client has left
 */
export async function writeStream<Event>(
  response: ServerResponse,
  head: Record<string, string>,
  writer: EventWriter<Event>,
  events: AsyncIterable<Event>,
  keep?: { add(text: string): void },
): Promise<void> {
  response.writeHead(200, { ...head, ...writer.headers });
  response.socket?.setNoDelay(true);
  let pending = '';
  let scheduled = false;
  const flush = () => {
    scheduled = false;
    const text = pending;
    pending = '';
    if (text === '' || response.destroyed) return;
    response.write(text);
    quiet.refresh();
  };
  const quiet = setInterval(() => void response.write(writer.keepAlive), keepAliveAfter).unref();
  try {
    for await (const event of events) {
      if (response.destroyed && keep === undefined) break;
      const text = writer.write(event);
      keep?.add(text);
      pending += text;
      if (!scheduled) {
        scheduled = true;
        flushLater(flush);
      }
      if (!response.writableNeedDrain) continue;
      if (keep === undefined) await drained(response);
      else if (response.writableLength > maxUnread) response.destroy();
    }
  } finally {
    clearInterval(quiet);
    response.end(pending);
    pending = '';
  }
}

/** Two rounds of the event loop later, so that events produced meanwhile are included; for all streams at once. */
const flushLater = createOutbox<() => void>((flushes) =>
  setImmediate(() => {
    for (const flush of flushes) flush();
  }),
);

async function drained(response: ServerResponse): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const limit = setTimeout(() => response.destroy(), writeIdleLimit);
  response.once('drain', resolve).once('close', resolve);
  await promise;
  clearTimeout(limit);
  response.off('drain', resolve).off('close', resolve);
}
