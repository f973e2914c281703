import type { ServerResponse } from 'node:http';

const keepAliveAfter = 15_000;
const writeIdleLimit = 60_000;
/** One frame of a display: more frequent text is not seen earlier, and each write costs a system call. */
const frameMs = 16;

/** How events become bytes; one writer per stream. */
type EventWriter<Event> = {
  headers: Record<string, string>;
  write(event: Event): string;
  /** Sent after a while without events. */
  keepAlive: string;
};

/**
 * Writes a stream's events to the raw Node response: web streams need several times the CPU per token. Events of one
 * frame are written together, the first at once. A client that stops reading for a minute is disconnected.
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
  let flushedAt = -frameMs;
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    scheduled = false;
    flushedAt = performance.now();
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
      if (!scheduled) {
        scheduled = true;
        const early = flushedAt + frameMs - performance.now();
        if (early > 0) timer = setTimeout(flush, early);
        // Two rounds of the event loop later, so that events produced meanwhile are included.
        else setImmediate(() => setImmediate(flush));
      }
      if (response.writableNeedDrain) await drained(response);
    }
  } finally {
    clearTimeout(timer);
    clearInterval(quiet);
    response.end(pending);
    pending = '';
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
