import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';

type Part = LanguageModelV4StreamPart;
type Reader = ReadableStreamDefaultReader<Part>;
type Read = Awaited<ReturnType<Reader['read']>>;

/** Text that is read twenty times a second looks continuous: AI SDK's docs advise clients to draw no more often. */
const frameMs = 50;
/** Where more streams than this are read, ten times are enough, at half the cost. */
export const many = 50;
/** Characters; what follows is another part. */
const maxJoined = 4_000;

/**
 * Reads a model's parts. Deltas that arrive within a frame are read as one, because each costs its checks and a write
 * whatever its length. The first is read at once.
 */
export function readByFrame(reader: Pick<Reader, 'read'>): () => Promise<Read> {
  let pending: Promise<Read> | undefined;
  let ahead: Read | undefined;
  let isPaused = false;
  return async () => {
    if (ahead !== undefined) {
      const read = ahead;
      ahead = undefined;
      return read;
    }
    if (isPaused) await frameEnd();
    isPaused = false;
    const read = await (pending ?? reader.read());
    pending = undefined;
    if (read.done || !('delta' in read.value)) return read;
    const { value } = read;
    let { delta } = value;
    let isOver = false;
    const join = (more: Read) => {
      if (isOver) return;
      pending = undefined;
      if (more.done || !continues(more.value, value)) {
        ahead = more;
        return;
      }
      delta += more.value.delta;
      if (delta.length < maxJoined) readMore();
    };
    const readMore = () => {
      pending = reader.read();
      // A failure is thrown by the next read, after the text before it.
      pending.then(join, () => {});
    };
    if (delta.length < maxJoined) readMore();
    await turnEnd();
    isOver = true;
    isPaused = pending !== undefined;
    return { done: false, value: { ...value, delta } };
  };
}

/** Joins deltas that came together, because each part costs more than its text. */
export function joinDeltas(parts: readonly Part[]): Part[] {
  const joined: Part[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (last !== undefined && 'delta' in last && last.delta.length < maxJoined && continues(part, last))
      joined[joined.length - 1] = { ...last, delta: last.delta + part.delta };
    else joined.push(part);
  }
  return joined;
}

/** Whether a part goes on with what a delta says. */
function continues<Delta extends Part & { delta: string }>(part: Part, delta: Delta): part is Delta {
  if (part.type !== delta.type || !('id' in part && 'id' in delta)) return false;
  return part.id === delta.id && !('providerMetadata' in part && part.providerMetadata !== undefined);
}

/** Milliseconds to the end of a frame. The frames of all streams end together: they share a timer and are written in one turn. */
export function untilFrameEnd(now: number, streams: number): number {
  const frame = streams > many ? 2 * frameMs : frameMs;
  return frame - (now % frame);
}

const frames = () => shared((end, before) => setTimeout(end, untilFrameEnd(performance.now(), before)));
const frameEnd = frames();
/** Counts apart, because the parts of a connection may wait for their frame, too. */
export const connectionFrameEnd = frames();
export const turnEnd = shared(setImmediate);

/**
 * One wait for all who begin to wait before its end.
 * @param schedule gets how many shared the wait before
 */
function shared(schedule: (end: () => void, before: number) => void): () => Promise<void> {
  let waiting: Promise<void> | undefined;
  let count = 0;
  return () => {
    if (waiting === undefined) {
      const before = count;
      count = 0;
      waiting = new Promise((resolve) =>
        schedule(() => {
          waiting = undefined;
          resolve();
        }, before),
      );
    }
    count += 1;
    return waiting;
  };
}
