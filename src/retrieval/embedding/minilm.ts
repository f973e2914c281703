import { miniLmScale } from './cosine-scale.ts';
import type { Embedder } from './embedder.ts';
import { startMiniLmThread, type MiniLmThread } from './minilm-thread.ts';

/** Texts per message to the thread: half a second of work. */
const batch = 16;

/** Milliseconds without work after which the background thread ends and frees its memory. */
const maxIdle = 10_000;

/**
 * all-MiniLM-L6-v2 on this machine's processor: an English model with vectors of 384 components. Queries have a thread
 * of their own, so that they need not wait for documents, whose thread has a low priority and ends when idle. Nothing
 * is loaded before the first call.
 * @param folder where the generated model file is cached
 */
export function createMiniLm(folder: string): Embedder {
  let queries: MiniLmThread | undefined;
  let documents: MiniLmThread | undefined;
  let idle: NodeJS.Timeout | undefined;
  let calls = 0;
  const queryThread = () => (queries ??= startMiniLmThread({ folder, isBackground: false }));
  const stopDocuments = async () => {
    const thread = documents;
    documents = undefined;
    await thread?.stop();
  };
  return {
    id: 'all-MiniLM-L6-v2/int8-1',
    scale: miniLmScale,
    language: 'en',
    understands: isMostlyLatin,
    async embedDocuments(texts, signal) {
      calls += 1;
      clearTimeout(idle);
      const stopAtOnce = () => void stopDocuments();
      signal?.addEventListener('abort', stopAtOnce, { once: true });
      documents ??= startMiniLmThread({ folder, isBackground: true });
      const thread = documents;
      const vectors: Float32Array[] = [];
      try {
        signal?.throwIfAborted();
        for (let from = 0; from < texts.length; from += batch) {
          vectors.push(...(await thread.embed(texts.slice(from, from + batch))));
        }
        return vectors;
      } catch (error) {
        await stopDocuments();
        signal?.throwIfAborted();
        throw error;
      } finally {
        signal?.removeEventListener('abort', stopAtOnce);
        calls -= 1;
        if (calls === 0) idle = setTimeout(() => void stopDocuments(), maxIdle).unref();
      }
    },
    async embedQuery(text) {
      const [vector] = await queryThread().embed([text]);
      return vector!;
    },
    async ready() {
      await queryThread().embed([]);
    },
    async close() {
      clearTimeout(idle);
      await Promise.all([queries?.stop(), stopDocuments()]);
      queries = undefined;
    },
  };
}

/** An English model: it works a little for other languages in Latin script, and not at all for other scripts. */
function isMostlyLatin(text: string): boolean {
  const letters = text.slice(0, 1000).match(/\p{L}/gu) ?? [];
  const latin = letters.filter((letter) => letter < '\u0250');
  return 2 * latin.length >= letters.length;
}
