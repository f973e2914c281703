import { setPriority } from 'node:os';
import { workerData } from 'node:worker_threads';
import { serveThread } from '../../lib/serve-thread.ts';
import { prepareMiniLm } from './minilm-files.ts';
import { openMiniLm } from './minilm-session.ts';
import { loadOnnxRuntime } from './onnx-runtime.ts';

export type MiniLmWorkerData = { folder: string; isBackground: boolean };

const { folder, isBackground } = workerData as MiniLmWorkerData;

// On Linux a thread has its own priority; elsewhere this would change the whole process's. It is below the answering
// threads, but 5 still leaves it a quarter of an ordinary thread's time on a busy machine.
if (isBackground && process.platform === 'linux') setPriority(5);

let opened: ReturnType<typeof open> | undefined;

serveThread(async (texts: string[], signal) => {
  const embed = await (opened ??= open(signal));
  const vectors: Float32Array[] = [];
  for (const text of texts) {
    signal.throwIfAborted();
    vectors.push(await embed(text));
  }
  return vectors;
});

/** Each step may take seconds on a busy machine, and a server that stops does not wait for the rest of them. */
async function open(signal: AbortSignal) {
  const files = await prepareMiniLm(folder, signal);
  const runtime = await loadOnnxRuntime(folder);
  signal.throwIfAborted();
  return openMiniLm(files, runtime);
}
