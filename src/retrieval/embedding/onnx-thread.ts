import { entryPoint } from '../../lib/entry-point.ts';
import { startThread } from '../../lib/thread.ts';
import { EmbeddingError } from './embedding-error.ts';
import type { OnnxRequest, OnnxWorkerData } from './onnx-worker.ts';

/** A worker thread that loads the model on first use. */
export type OnnxThread = {
  /** A vector, or a logit, for each text. @throws EmbeddingError when it cannot load the model, or died */
  run: (request: OnnxRequest) => Promise<Float32Array[]>;
  stop: () => Promise<void>;
};

export function startOnnxThread(data: OnnxWorkerData): OnnxThread {
  const module = entryPoint(new URL('./onnx-worker.ts', import.meta.url));
  const name = data.model.kind === 'cross-encoder' ? 'reranker' : 'embedding model';
  const thread = startThread<OnnxRequest, Float32Array[]>(name, module, data);
  return {
    run: (request) =>
      thread.ask(request).catch((error: Error) => {
        throw new EmbeddingError(error.message, error.cause);
      }),
    stop: () => thread.stop(),
  };
}
