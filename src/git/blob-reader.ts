import type { ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { startGit } from './git.ts';

/** Idle milliseconds after which the process ends; the next read starts another. */
const idleTime = 500;

/** Reads blobs one after another in a git process that stays alive while it is used. */
export type BlobReader = (id: string) => Promise<Buffer>;

type Waiting = { resolve: (content: Buffer) => void; reject: (reason: Error) => void };

/** Format: https://git-scm.com/docs/git-cat-file#_batch_output */
export function openBlobReader(gitDir: string): BlobReader {
  let child: ChildProcessByStdio<Writable, Readable, null> | null = null;
  let waiting: Waiting[] = [];
  let received = Buffer.alloc(0);
  let idle: NodeJS.Timeout | undefined;

  function start(): ChildProcessByStdio<Writable, Readable, null> {
    const started = startGit(['cat-file', '--batch'], gitDir);
    received = Buffer.alloc(0);
    started.stdin.on('error', () => {});
    started.stdout.on('data', take);
    started.once('close', () => {
      if (child !== started) return;
      child = null;
      for (const { reject } of waiting) reject(new Error('git cat-file ended'));
      waiting = [];
    });
    return started;
  }

  function take(chunk: Buffer): void {
    received = Buffer.concat([received, chunk]);
    for (;;) {
      const lineEnd = received.indexOf(0x0a);
      if (lineEnd < 0 || waiting.length === 0) return;
      const [, type, size] = received.subarray(0, lineEnd).toString().split(' ');
      const length = type === 'blob' ? Number(size) : -1;
      if (received.length < lineEnd + 1 + length + 1) return;
      const next = waiting.shift()!;
      if (length < 0) next.reject(new Error('git has no such blob'));
      else next.resolve(Buffer.from(received.subarray(lineEnd + 1, lineEnd + 1 + length)));
      received = received.subarray(lineEnd + 1 + length + 1);
      if (waiting.length === 0) idle = setTimeout(stop, idleTime);
    }
  }

  function stop(): void {
    child?.stdin.end();
    child = null;
  }

  return (id) => {
    clearTimeout(idle);
    child ??= start();
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
    waiting.push({ resolve, reject });
    child.stdin.write(`${id}\n`);
    return promise;
  };
}
