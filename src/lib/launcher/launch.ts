import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { compileCache } from '../compile-cache.ts';
import { entryPoint } from '../entry-point.ts';

/** A program to run. `timeout`: milliseconds. `maxOutput`: bytes of standard output. */
export type Command = {
  file: string;
  args: string[];
  env: Record<string, string>;
  cwd: string;
  input: string | Uint8Array;
  timeout: number;
  maxOutput: number;
};

/** How a program ended. `killed`: for its timeout, or since it was no longer wanted. */
export type Ended = { succeeded: boolean; killed: boolean; stdout: Buffer; stderr: Buffer };

/** The standard error of a program that is nowhere in the search path. */
export const notFound = 'it could not be started: ENOENT';

/** A message to the launcher: a program to run, or the number of one to stop. */
export type LaunchOrder = { nth: number; command: Command } | { nth: number; command: null };

export type LaunchReport = { nth: number; ended: Ended };

type Launcher = {
  child: ChildProcess;
  ready: Promise<unknown>;
  waiting: Map<number, PromiseWithResolvers<Ended>>;
  idle?: NodeJS.Timeout;
};

/** Milliseconds. */
const idleTimeout = 60_000;

let current: Launcher | undefined;
let started = 0;

/**
 * Runs a program and waits for its end. A small process starts it: to fork a large one, as this may be, stops all of its
 * work for tens of milliseconds.
 * @throws the reason of `signal`, once the program ended
 */
export async function launch(command: Command, signal?: AbortSignal): Promise<Ended> {
  signal?.throwIfAborted();
  current ??= startLauncher();
  const launcher = current;
  const nth = ++started;
  const ended = Promise.withResolvers<Ended>();
  begin(launcher, nth, ended);
  const send = (order: LaunchOrder) =>
    launcher.child.send(order, (error) => void (error && ended.reject(error)));
  const stop = () => send({ nth, command: null });
  try {
    await launcher.ready;
    signal?.throwIfAborted();
    send({ nth, command });
    signal?.addEventListener('abort', stop);
    const result = await ended.promise;
    signal?.throwIfAborted();
    return result;
  } finally {
    signal?.removeEventListener('abort', stop);
    finish(launcher, nth);
  }
}

function startLauncher(): Launcher {
  const child = fork(fileURLToPath(entryPoint(new URL('./launcher-process.ts', import.meta.url))), {
    env: compileCache(),
    execArgv: [],
    serialization: 'advanced',
    stdio: 'ignore',
  });
  const waiting: Launcher['waiting'] = new Map();
  const exited = once(child, 'exit').then(() => {
    const error = new Error('the process that starts programs has ended');
    // Callers treat it like a lost connection: the next command starts another process.
    throw Object.assign(error, { code: 'ECONNRESET' });
  });
  const launcher: Launcher = { child, ready: Promise.race([once(child, 'message'), exited]), waiting };
  exited.catch((error: unknown) => {
    if (current === launcher) current = undefined;
    for (const { reject } of waiting.values()) reject(error);
  });
  launcher.ready.catch(() => undefined);
  child.on('message', (report: LaunchReport | 'ready') => {
    if (report !== 'ready') waiting.get(report.nth)?.resolve(report.ended);
  });
  return launcher;
}

function begin({ child, waiting, idle }: Launcher, nth: number, ended: PromiseWithResolvers<Ended>): void {
  clearTimeout(idle);
  waiting.set(nth, ended);
  // Its waiter handles the error.
  ended.promise.catch(() => undefined);
  child.ref();
  child.channel?.ref();
}

/** Idle, the launcher keeps no process alive, and ends after a while. */
function finish(launcher: Launcher, nth: number): void {
  const { child, waiting } = launcher;
  waiting.delete(nth);
  if (waiting.size > 0) return;
  child.unref();
  child.channel?.unref();
  launcher.idle = setTimeout(end, idleTimeout, launcher).unref();
}

function end(launcher: Launcher): void {
  if (current === launcher) current = undefined;
  if (launcher.child.connected) launcher.child.disconnect();
}
