import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { compileCache } from '../compile-cache.ts';

/** What a task had too much of. */
export type Excess = { excess: 'time' | 'memory' };

/** Runs tasks over hostile text in processes of their own. */
type Sandbox<Task, Result> = {
  /** How many run at once. */
  size: number;
  /** The task's result, or what it had too much of; `cpuLimit` is in milliseconds of CPU. Waits for a free process. */
  run: (task: Task, cpuLimit: number) => Promise<Result | Excess>;
  /** Ends the processes; who runs a task then begins a new one. */
  close: () => void;
};

/** Milliseconds. */
const idleTimeout = 60_000;

/** `child` is there from the first task on, until it has been idle for long or had too much. */
type Slot = { child?: ChildProcess; ready?: Promise<unknown>; busy: boolean; idle?: NodeJS.Timeout };

/**
 * Up to `size` processes of `script`, which calls `serveSandbox`. They have no environment to speak of, `maxMegabytes`
 * of heap and a limit of CPU time for each task. A thread will not do: one that runs out of memory can take the whole
 * process with it (20,000 nested quotes do), and so can never be trusted with content.
 */
export function openSandbox<Task, Result>(
  script: URL,
  { size, maxMegabytes }: { size: number; maxMegabytes: number },
): Sandbox<Task, Result> {
  const slots: Slot[] = Array.from({ length: size }, () => ({ busy: false }));
  const idle = [...slots];
  const waiting: ((slot: Slot) => void)[] = [];
  return {
    size,
    async run(task, cpuLimit) {
      const slot = idle.pop() ?? (await new Promise<Slot>((resolve) => void waiting.push(resolve)));
      slot.busy = true;
      clearTimeout(slot.idle);
      try {
        return await runIn<Result>(await startedIn(slot, script, maxMegabytes), { task, cpuLimit });
      } finally {
        slot.busy = false;
        slot.idle = setTimeout(stop, idleTimeout, slot).unref();
        const next = waiting.shift();
        if (next === undefined) idle.push(slot);
        else next(slot);
      }
    },
    close: () => slots.forEach(stop),
  };
}

async function startedIn(slot: Slot, script: URL, maxMegabytes: number): Promise<ChildProcess> {
  // It may have died while nobody looked.
  if (slot.child === undefined || hasEnded(slot.child)) {
    const child = fork(fileURLToPath(script), {
      env: compileCache(),
      execArgv: [`--max-old-space-size=${maxMegabytes}`],
      serialization: 'advanced',
      stdio: 'ignore',
    });
    const died = once(child, 'exit').then(() =>
      Promise.reject(new Error('a sandboxed process did not start')),
    );
    slot.child = child;
    slot.ready = Promise.race([once(child, 'message'), died]);
    // Nobody waits for one that is stopped before its first task.
    slot.ready.catch(() => undefined);
  }
  const { child, ready } = slot;
  child.ref();
  child.channel?.ref();
  await ready;
  return child;
}

function runIn<Result>(child: ChildProcess, order: Order<unknown>): Promise<Result | Excess> {
  return new Promise((resolve) => {
    const onMessage = (result: Result): void => {
      child.off('exit', onExit);
      // An idle one holds no program that is done.
      child.unref();
      child.channel?.unref();
      resolve(result);
    };
    const onExit = (code: number | null, signal: string | null): void => {
      child.off('message', onMessage);
      // Windows knows no signals: who is ended by one has the code 1.
      resolve({ excess: signal === 'SIGTERM' || code === 1 ? 'time' : 'memory' });
    };
    child.once('message', onMessage as (result: unknown) => void).once('exit', onExit);
    // What cannot be sent has no result: the process is ended, and its exit is the answer.
    child.send(order as object, (error) => void (error && child.kill('SIGKILL')));
  });
}

function stop({ child, busy, idle }: Slot): void {
  clearTimeout(idle);
  if (child === undefined || hasEnded(child)) return;
  // One that ends by itself keeps its compiled code for the next.
  if (!busy && child.connected) child.disconnect();
  else child.kill('SIGKILL');
}

function hasEnded({ exitCode, signalCode, connected }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null || !connected;
}

/** A task and the milliseconds of CPU that it may take. */
export type Order<Task> = { task: Task; cpuLimit: number };
