import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { prepareMiniLm } from './minilm-files.ts';
import { openMiniLm } from './minilm-session.ts';

export type MiniLmWorkerData = { folder: string; isBackground: boolean };
export type MiniLmRequest = { id: number; texts: string[] };
export type MiniLmReply = { id: number; vectors: Float32Array[] } | { failed: string } | { ready: true };

const port = parentPort!;
const { folder, isBackground } = workerData as MiniLmWorkerData;

// On Linux a thread has a priority of its own; elsewhere this would be the whole process's.
if (isBackground && process.platform === 'linux') setPriority(19);

try {
  const embed = await openMiniLm(await prepareMiniLm(folder));
  port.on('message', async ({ id, texts }: MiniLmRequest) => {
    const vectors: Float32Array[] = [];
    for (const text of texts) vectors.push(await embed(text));
    send({ id, vectors });
  });
  send({ ready: true });
} catch (error) {
  send({ failed: error instanceof Error ? error.message : String(error) });
}

function send(reply: MiniLmReply): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
  port.postMessage(reply);
}
