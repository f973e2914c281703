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

const opened = open();
// The caller gets the error.
opened.catch(() => undefined);

serveThread(async (texts: string[], signal) => {
  const embed = await opened;
  const vectors: Float32Array[] = [];
  for (const text of texts) {
    signal.throwIfAborted();
    vectors.push(await embed(text));
  }
  return vectors;
});

async function open() {
  const [files, runtime] = await Promise.all([prepareMiniLm(folder), loadOnnxRuntime(folder)]);
  return openMiniLm(files, runtime);
}
