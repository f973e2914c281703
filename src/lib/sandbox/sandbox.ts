import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { compileCache } from '../compile-cache.ts';

/** The limit that a task exceeded. */
export type Excess = { excess: 'time' | 'memory' };

/** Runs tasks over hostile text in processes of their own. */
type Sandbox<Task, Result> = {
  /** Maximum concurrent tasks. */
  size: number;
  /** The task's result, or the limit that it exceeded. `cpuLimit`: milliseconds of CPU. Waits for a free process. */
  run: (task: Task, cpuLimit: number) => Promise<Result | Excess>;
  /** Ends the processes; a later task starts a new one. */
  close: () => void;
};

/** Milliseconds. */
const idleTimeout = 60_000;

/** `child` runs from the first task until it has been idle for long or a task exceeds a limit. */
type Slot = { child?: ChildProcess; busy: boolean; idle?: NodeJS.Timeout };

/**
 * Up to `size` processes of `script`, which calls `serveSandbox`. They have a minimal environment, `maxMegabytes` of
 * heap and a CPU limit per task. A thread would not do: one that runs out of memory can crash the whole process, as
 * 20,000 nested quotes do.
 */
export function openSandbox<Task, Result>(
  script: URL,
  { size, maxMegabytes }: { size: number; maxMegabytes: number },
): Sandbox<Task, Result> {
  const slots: Slot[] = Array.from({ length: size }, () => ({ busy: false }));
  const waiting: ((slot: Slot) => void)[] = [];
  return {
    size,
    async run(task, cpuLimit) {
      // The first ones, so that the others end when there is little to do.
      const slot =
        slots.find(({ busy }) => !busy) ?? (await new Promise<Slot>((take) => void waiting.push(take)));
      slot.busy = true;
      clearTimeout(slot.idle);
      try {
        return await runIn<Result>(childOf(slot, script, maxMegabytes), { task, cpuLimit });
      } finally {
        slot.idle = setTimeout(stop, idleTimeout, slot).unref();
        const next = waiting.shift();
        if (next === undefined) slot.busy = false;
        else next(slot);
      }
    },
    close: () => slots.forEach(stop),
  };
}

/** Processes that have loaded their code. */
const started = new WeakSet<ChildProcess>();

function childOf(slot: Slot, script: URL, maxMegabytes: number): ChildProcess {
  // The process may have died while idle.
  if (slot.child === undefined || hasEnded(slot.child)) {
    slot.child = fork(fileURLToPath(script), {
      env: compileCache(),
      execArgv: [`--max-old-space-size=${maxMegabytes}`],
      serialization: 'advanced',
      stdio: 'ignore',
    });
    // Heard by `runIn`, too: an error that comes when no task runs would end this process.
    slot.child.on('error', () => {});
  }
  slot.child.ref();
  slot.child.channel?.ref();
  return slot.child;
}

/** The order is sent before the process is ready, so that it loads what the task needs while this one is busy. */
function runIn<Result>(child: ChildProcess, order: Order<unknown>): Promise<Result | Excess> {
  return new Promise((resolve, reject) => {
    const stopListening = () =>
      child
        .off('message', onMessage as (message: unknown) => void)
        .off('exit', onExit)
        .off('error', onError);
    const onMessage = (message: Result | typeof ready): void => {
      if (message === ready) return void started.add(child);
      stopListening();
      // An idle process does not keep this one alive.
      child.unref();
      child.channel?.unref();
      resolve(message);
    };
    const onExit = (code: number | null, signal: string | null): void => {
      stopListening();
      if (!started.has(child)) return reject(new Error('a sandboxed process did not start'));
      // Windows has no signals: a terminated process exits with code 1.
      resolve({ excess: signal === 'SIGTERM' || code === 1 ? 'time' : 'memory' });
    };
    const onError = (error: Error): void => {
      stopListening();
      reject(error);
    };
    child
      .on('message', onMessage as (message: unknown) => void)
      .once('exit', onExit)
      .once('error', onError);
    // One that could not be started has no channel, and its error comes.
    if (!child.connected) return;
    // A task that cannot be sent has no result: the process is ended, and its exit settles the task.
    child.send(order as object, (error) => void (error && child.kill('SIGKILL')));
  });
}

function stop({ child, busy, idle }: Slot): void {
  clearTimeout(idle);
  if (child === undefined || hasEnded(child)) return;
  // A process that exits by itself saves its compile cache for the next one.
  if (!busy && child.connected) child.disconnect();
  else child.kill('SIGKILL');
}

function hasEnded({ exitCode, signalCode, connected }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null || !connected;
}

/** What a process says once it has loaded its code. */
export const ready = 'ready';

/** A task and its CPU limit in milliseconds. */
export type Order<Task> = { task: Task; cpuLimit: number };
