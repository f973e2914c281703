import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';

type Part = LanguageModelV4StreamPart;
type Reader = ReadableStreamDefaultReader<Part>;
type Read = Awaited<ReturnType<Reader['read']>>;

/** Text that is read twenty times a second looks continuous: AI SDK's docs advise clients to draw no more often. */
const frameMs = 50;
/** Characters. */
const maxJoined = 4_000;

/**
 * Reads a model's parts. Deltas that arrive within a frame are read as one, because each costs its checks and a write
 * whatever its length. The first is read at once.
 */
export function readByFrame(reader: Pick<Reader, 'read'>): () => Promise<Read> {
  let pending: Promise<Read> | undefined;
  let ahead: Read | undefined;
  let frameEnd = 0;
  return async () => {
    if (ahead !== undefined) {
      const read = ahead;
      ahead = undefined;
      return read;
    }
    const early = frameEnd - performance.now();
    if (early > 0) await wait(early);
    let read = await (pending ?? reader.read());
    pending = undefined;
    const turn = nextTurn(undefined);
    while (!read.done && 'delta' in read.value && read.value.delta.length < maxJoined) {
      pending = reader.read();
      // A failure is thrown by the next read, after the text before it.
      const more = await Promise.race([pending, turn]).catch(() => undefined);
      if (more === undefined) {
        // The frames of all streams end together, so that they are written in one turn.
        frameEnd = (Math.floor(performance.now() / frameMs) + 1) * frameMs;
        break;
      }
      pending = undefined;
      if (more.done || !continues(more.value, read.value)) {
        ahead = more;
        break;
      }
      read = { done: false, value: { ...read.value, delta: read.value.delta + more.value.delta } };
    }
    return read;
  };
}

function continues<Delta extends Part & { delta: string }>(part: Part, delta: Delta): part is Delta {
  if (part.type !== delta.type || !('id' in part && 'id' in delta)) return false;
  return part.id === delta.id && !('providerMetadata' in part && part.providerMetadata !== undefined);
}
