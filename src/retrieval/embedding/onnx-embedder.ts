import type { Embedder } from './embedder.ts';
import { EmbeddingError } from './embedding-error.ts';
import { startOnnxThread, type OnnxThread } from './onnx-thread.ts';
import type { OnnxModel } from './onnx-worker.ts';

/** Texts per message to the thread: half a second of work. */
const batch = 16;

/** Milliseconds without work after which the background thread ends and frees its memory. */
const maxIdle = 10_000;

type Facts = Pick<Embedder, 'id' | 'scale' | 'fusion' | 'distance' | 'language' | 'understands'>;

/**
 * A model on this machine's processor. Queries have a thread of their own, so that they need not wait for documents,
 * whose thread has a low priority and ends when idle. Nothing is loaded before the first call.
 * @param folder where the runtime and the built-in model's file are cached
 * @param prefixes put before a question, and before a text of the docs
 */
export function createOnnxEmbedder(
  model: OnnxModel,
  folder: string,
  facts: Facts,
  prefixes = { query: '', document: '' },
): Embedder {
  let queries: OnnxThread | undefined;
  let documents: OnnxThread | undefined;
  let idle: NodeJS.Timeout | undefined;
  let calls = 0;
  const queryThread = () => (queries ??= startOnnxThread({ model, folder, isBackground: false }));
  const stopDocuments = async () => {
    const thread = documents;
    documents = undefined;
    await thread?.stop();
  };
  return {
    ...facts,
    async embedDocuments(texts, signal) {
      calls += 1;
      clearTimeout(idle);
      documents ??= startOnnxThread({ model, folder, isBackground: true });
      const thread = documents;
      const vectors: Float32Array[] = [];
      try {
        for (let from = 0; from < texts.length; from += batch) {
          // Others may have work in the thread, so it goes on.
          signal?.throwIfAborted();
          const some = texts.slice(from, from + batch).map((text) => prefixes.document + text);
          vectors.push(...(await thread.run({ texts: some })));
        }
        return vectors;
      } catch (error) {
        if (error instanceof EmbeddingError && documents === thread) await stopDocuments();
        throw error;
      } finally {
        calls -= 1;
        if (calls === 0) idle = setTimeout(() => void stopDocuments(), maxIdle).unref();
      }
    },
    async embedQuery(text) {
      const [vector] = await queryThread().run({ texts: [prefixes.query + text] });
      return vector!;
    },
    async ready() {
      await queryThread().run({ texts: [] });
    },
    async close() {
      clearTimeout(idle);
      await Promise.all([queries?.stop(), stopDocuments()]);
      queries = undefined;
    },
  };
}
