// `listDocs` and `parseDocs` with workers that all tests of a process share: to start them takes most of the time.
import { after } from 'node:test';
import * as readDocs from '../../src/content/read-docs.ts';
import { openWorkers, type WorkerPool } from '../../src/content/worker-pool.ts';

let opened: WorkerPool | undefined;
const workers = (): WorkerPool => (opened ??= openWorkers(1));
after(() => opened?.close());

export const listDocs: typeof readDocs.listDocs = (tree, options, known) =>
  readDocs.listDocs(tree, { workers: workers(), ...options }, known);

export const parseDocs: typeof readDocs.parseDocs = (docs, files, options) =>
  readDocs.parseDocs(docs, files, { workers: workers(), ...options });
