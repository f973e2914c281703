import { setPriority } from 'node:os';
import { workerData } from 'node:worker_threads';
import { serveThread } from '../../lib/serve-thread.ts';
import { prepareMiniLm } from './minilm-files.ts';
import { openMiniLm } from './minilm-session.ts';
import { loadOnnxRuntime } from './onnx-runtime.ts';

export type MiniLmWorkerData = { folder: string; isBackground: boolean };

const { folder, isBackground } = workerData as MiniLmWorkerData;

// On Linux a thread has a priority of its own; elsewhere this would be the whole process's. Below what answers, but not
// so low that a busy machine starves it: 5 leaves it a quarter of what an ordinary thread gets.
if (isBackground && process.platform === 'linux') setPriority(5);

const opened = open();
// Who asks is told.
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
