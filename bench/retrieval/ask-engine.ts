import { Worker } from 'node:worker_threads';
import type { EngineResult, EngineTask } from './engine-worker.ts';

/**
 * Has an engine index and answer in a thread of its own, which is ended when it takes too long.
 * @param minutes null is returned after so many
 */
export async function askEngine(task: EngineTask, minutes: number): Promise<EngineResult | null> {
  const worker = new Worker(new URL('./engine-worker.ts', import.meta.url), { workerData: task });
  try {
    return await new Promise((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      setTimeout(() => resolve(null), minutes * 60_000).unref();
    });
  } finally {
    await worker.terminate();
  }
}
