import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { compileCache } from '../compile-cache.ts';
import { createOutbox } from '../outbox.ts';

/** The limit that a task exceeded. */
export type Excess = { excess: 'time' | 'memory' };

/** Answers what a task asks while it runs, such as the text of a file. What it throws ends the task's process. */
export type Answer = (question: never) => Promise<unknown>;

/** A process for several tasks, which may keep state for the later ones. */
export type Held<Task, Result> = {
  /** One at a time. @throws what `answer` throws */
  run: (task: Task, cpuLimit: number, answer?: Answer) => Promise<Result | Excess>;
  /** Whether it is still running: a task that exceeds a limit ends it. */
  isAlive: () => boolean;
  /** Returns the process for other uses; a busy one is killed. */
  release: () => void;
};

/** Runs tasks over hostile text in processes of their own. */
type Sandbox<Task, Result> = {
  /** The task's result, or the limit that it exceeded. `cpuLimit`: milliseconds of CPU. Waits for a free process. */
  run: (task: Task, cpuLimit: number) => Promise<Result | Excess>;
  /** A dedicated process, in addition to those of `run`. */
  hold: () => Held<Task, Result>;
  /** Ends the processes; a later task starts a new one. */
  close: () => void;
};

/** Milliseconds. */
const idleTimeout = 60_000;

/** `child` runs from the first task until it has been idle for a while or a task exceeds a limit. */
type Slot = { child?: ChildProcess; busy: boolean; idle?: NodeJS.Timeout };

/**
 * Processes of `script`, which calls `serveSandbox`: `run` uses up to `size` of them at a time. They have a minimal
 * environment, `maxMegabytes` of heap and a CPU limit per task. A thread would not do: one that runs out of memory can
 * crash the whole process, as 20,000 nested quotes do.
 */
export function openSandbox<Task, Result>(
  script: URL,
  { size, maxMegabytes }: { size: number; maxMegabytes: number },
): Sandbox<Task, Result> {
  const taken = new Set<Slot>();
  const free: Slot[] = [];
  const waiting: (() => void)[] = [];
  let running = 0;

  // The most recently used one, so that the others become idle and end.
  const take = (): Slot => {
    const slot = free.pop() ?? { busy: false };
    clearTimeout(slot.idle);
    taken.add(slot);
    return slot;
  };
  const giveBack = (slot: Slot): void => {
    if (!taken.delete(slot)) return;
    if (slot.child === undefined || hasEnded(slot.child)) return;
    free.push(slot);
    slot.idle = setTimeout(() => {
      free.splice(free.indexOf(slot), 1);
      stop(slot);
    }, idleTimeout).unref();
  };
  const runOn = async (slot: Slot, order: Order<Task>, answer?: Answer): Promise<Result | Excess> => {
    slot.busy = true;
    try {
      return await runIn<Result>(childOf(slot, script, maxMegabytes), order, answer);
    } finally {
      slot.busy = false;
    }
  };
  return {
    async run(task, cpuLimit) {
      if (running >= size) await new Promise<void>((begin) => void waiting.push(begin));
      else running++;
      const slot = take();
      try {
        return await runOn(slot, { task, cpuLimit });
      } finally {
        giveBack(slot);
        const next = waiting.shift();
        if (next === undefined) running--;
        else next();
      }
    },
    hold() {
      const slot = take();
      return {
        run: (task, cpuLimit, answer) => runOn(slot, { task, cpuLimit }, answer),
        isAlive: () => slot.child === undefined || !hasEnded(slot.child),
        release() {
          if (slot.busy) stop(slot);
          giveBack(slot);
        },
      };
    },
    close: () => [...taken, ...free.splice(0)].forEach(stop),
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
    // Also handled in `runIn`; without a listener, an error between tasks would end this process.
    slot.child.on('error', () => {});
  }
  slot.child.ref();
  slot.child.channel?.ref();
  return slot.child;
}

/** The order is sent before the process is ready, so that it loads what the task needs while this one is busy. */
function runIn<Result>(
  child: ChildProcess,
  order: Order<unknown>,
  answer?: Answer,
): Promise<Result | Excess> {
  return new Promise((resolve, reject) => {
    const stopListening = () => child.off('message', onMessage).off('exit', onExit).off('error', onError);
    const fail = (error: Error): void => {
      stopListening();
      reject(error);
    };
    // A process that has ended is handled by its exit event.
    const answers = createOutbox((all) => child.connected && child.send({ answers: all }, () => {}));
    const reply = async ([id, question]: [number, never]): Promise<void> => {
      try {
        answers([id, await answer!(question)]);
      } catch (error) {
        fail(error as Error);
        child.kill('SIGKILL');
      }
    };
    const onMessage = (message: unknown): void => {
      if (message === ready) return void started.add(child);
      const { asks, result } = message as { asks?: [number, never][]; result: Result };
      if (asks !== undefined) return asks.forEach((ask) => void reply(ask));
      stopListening();
      // An idle process does not keep this one alive.
      child.unref();
      child.channel?.unref();
      resolve(result);
    };
    const onExit = (code: number | null, signal: string | null): void => {
      stopListening();
      if (!started.has(child)) return reject(new Error('a sandboxed process did not start'));
      // Windows has no signals: a terminated process exits with code 1.
      resolve({ excess: signal === 'SIGTERM' || code === 1 ? 'time' : 'memory' });
    };
    const onError = (error: Error): void => fail(error);
    child.on('message', onMessage).once('exit', onExit).once('error', onError);
    // A process that could not be started has no channel; its error event follows.
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

/** Also one that is about to end. */
function hasEnded({ exitCode, signalCode, connected, killed }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null || !connected || killed;
}

/** The message of a process that has loaded its code. */
export const ready = 'ready';

/** A task and its CPU limit in milliseconds. */
export type Order<Task> = { task: Task; cpuLimit: number };
