import { parentPort } from 'node:worker_threads';
import { parsePage, type PageSource } from './parse-page.ts';

/** One page in, one parsed file out, in order. Started by `parse-pages.ts`. */
parentPort?.on('message', (source: PageSource) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
  parentPort?.postMessage(parsePage(source));
});
