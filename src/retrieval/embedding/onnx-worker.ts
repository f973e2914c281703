import { setPriority } from 'node:os';
import { workerData } from 'node:worker_threads';
import { serveThread } from '../../lib/serve-thread.ts';
import { prepareMiniLm } from './minilm-files.ts';
import { type EncoderFiles, openCrossEncoder, openEncoder } from './onnx-encoder.ts';
import type { OnnxFiles } from './onnx-graph.ts';
import { loadOnnxRuntime } from './onnx-runtime.ts';

/** The built-in model, a brought one, or one that reads a question with each text. */
export type OnnxModel =
  | { kind: 'minilm' }
  | { kind: 'encoder'; files: EncoderFiles }
  | { kind: 'cross-encoder'; files: OnnxFiles };

/** `folder` caches the built-in model's file and the unpacked runtime. */
export type OnnxWorkerData = { model: OnnxModel; folder: string; isBackground: boolean };

/** Texts to embed; or, with a question, to score by how well they answer it. */
export type OnnxRequest = { texts: string[]; question?: string };

const { model, folder, isBackground } = workerData as OnnxWorkerData;

// On Linux a thread has its own priority; elsewhere this would change the whole process's. It is below the answering
// threads, but 5 still leaves it a quarter of an ordinary thread's time on a busy machine.
if (isBackground && process.platform === 'linux') setPriority(5);

let opened: ReturnType<typeof open> | undefined;

serveThread(async ({ texts, question = '' }: OnnxRequest, signal) => {
  const read = await (opened ??= open(signal));
  const results: Float32Array[] = [];
  for (const text of texts) {
    signal.throwIfAborted();
    results.push(await read(text, question));
  }
  return results;
});

/** Each step may take seconds on a busy machine, and a server that stops does not wait for the rest of them. */
async function open(signal: AbortSignal) {
  const files = model.kind === 'minilm' ? await prepareMiniLm(folder, signal) : model.files;
  const runtime = await loadOnnxRuntime(folder);
  signal.throwIfAborted();
  return model.kind === 'cross-encoder'
    ? openCrossEncoder(files, runtime)
    : openEncoder(files as EncoderFiles, runtime);
}
