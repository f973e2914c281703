import type { ServerResponse } from 'node:http';

const keepAliveAfter = 15_000;
const writeIdleLimit = 60_000;

/** How events become bytes; one writer per stream. */
type EventWriter<Event> = {
  headers: Record<string, string>;
  write(event: Event): string;
  /** Sent after a while without events. */
  keepAlive: string;
};

/**
 * Writes a stream's events to the raw Node response: web streams need several times the CPU per token. Events of one
 * tick are written together. A client that stops reading for a minute is disconnected.
 * @param head headers besides the protocol's own
 */
export async function writeStream<Event>(
  response: ServerResponse,
  head: Record<string, string>,
  writer: EventWriter<Event>,
  events: AsyncIterable<Event>,
): Promise<void> {
  response.writeHead(200, { ...head, ...writer.headers });
  response.socket?.setNoDelay(true);
  let pending = '';
  let scheduled = false;
  let begun = false;
  const flush = () => {
    scheduled = false;
    if (pending === '' || response.destroyed) return;
    const text = pending;
    pending = '';
    response.write(text);
    quiet.refresh();
  };
  const quiet = setInterval(() => void response.write(writer.keepAlive), keepAliveAfter).unref();
  try {
    for await (const event of events) {
      if (response.destroyed) break;
      pending += writer.write(event);
      if (!begun && pending !== '') {
        begun = true;
        flush();
        // Otherwise the first bytes, such as the search's, wait for everything that follows without a pause.
        response.socket?.uncork();
      } else if (!scheduled) {
        scheduled = true;
        setImmediate(flush);
      }
      if (response.writableNeedDrain) await drained(response);
    }
    flush();
  } finally {
    clearInterval(quiet);
    response.end();
  }
}

async function drained(response: ServerResponse): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const limit = setTimeout(() => response.destroy(), writeIdleLimit);
  response.once('drain', resolve).once('close', resolve);
  await promise;
  clearTimeout(limit);
  response.off('drain', resolve).off('close', resolve);
}
