import type { OnnxFiles } from '../embedding/onnx-graph.ts';
import { startOnnxThread, type OnnxThread } from '../embedding/onnx-thread.ts';
import type { Reranker } from './reranker.ts';

/** Sections that are read, the best first, and tokens of question and section: about a second of a core for a small model. */
const [maxTexts, maxTokens] = [10, 256];

/** A cross-encoder on this machine's processor, in a thread of its own, which begins with the first question. */
export function createOnnxReranker(
  name: string,
  files: OnnxFiles,
  folder: string,
  timeout: number,
): Reranker {
  let thread: OnnxThread | undefined;
  const model = {
    kind: 'cross-encoder',
    files: { ...files, maxTokens: Math.min(files.maxTokens, maxTokens) },
  } as const;
  return {
    name,
    timeout,
    async rerank(question, texts, signal) {
      const running = (thread ??= startOnnxThread({ model, folder, isBackground: false }));
      const { promise: stopped, reject } = Promise.withResolvers<never>();
      const stop = () => reject(signal.reason);
      signal.addEventListener('abort', stop, { once: true });
      try {
        const scores: number[] = [];
        // One by one, so that a question that has run out of time costs the next ones nothing.
        for (const text of texts.slice(0, maxTexts)) {
          signal.throwIfAborted();
          const [logits] = await Promise.race([running.run({ texts: [text], question }), stopped]);
          scores.push(1 / (1 + Math.exp(-logits![0]!)));
        }
        return scores;
      } finally {
        signal.removeEventListener('abort', stop);
      }
    },
    async close() {
      await thread?.stop();
    },
  };
}
