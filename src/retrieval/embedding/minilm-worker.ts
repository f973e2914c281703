import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { prepareMiniLm } from './minilm-files.ts';
import { openMiniLm } from './minilm-session.ts';

export type MiniLmWorkerData = { folder: string; isBackground: boolean };
export type MiniLmRequest = { id: number; texts: string[] } | 'stop';
export type MiniLmReply = { id: number; vectors: Float32Array[] } | { failed: string } | { ready: true };

const port = parentPort!;
const { folder, isBackground } = workerData as MiniLmWorkerData;

// On Linux a thread has a priority of its own; elsewhere this would be the whole process's.
if (isBackground && process.platform === 'linux') setPriority(19);

try {
  const embed = await openMiniLm(await prepareMiniLm(folder));
  let stopping = false;
  port.on('message', async (request: MiniLmRequest) => {
    if (request === 'stop') {
      stopping = true;
      return port.close();
    }
    const vectors: Float32Array[] = [];
    for (const text of request.texts) if (!stopping) vectors.push(await embed(text));
    if (!stopping) send({ id: request.id, vectors });
  });
  send({ ready: true });
} catch (error) {
  send({ failed: error instanceof Error ? error.message : String(error) });
}

function send(reply: MiniLmReply): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
  port.postMessage(reply);
}
