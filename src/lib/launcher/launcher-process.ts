import { type ChildProcess, execFile } from 'node:child_process';
import type { Command, Ended, LaunchOrder, LaunchReport } from './launch.ts';

const running = new Map<number, ChildProcess>();

process.on('message', ({ nth, command }: LaunchOrder) => {
  if (command === null) stop(running.get(nth));
  else start(nth, command);
});

// Only its owner ends it, even when a signal goes to all processes of a terminal or service.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('disconnect', () => {
  for (const child of running.values()) child.kill('SIGKILL');
});
process.send?.('ready');

/** Its own children may keep its output open; nobody waits for that. */
function stop(child: ChildProcess | undefined): void {
  child?.kill('SIGKILL');
  child?.stdout?.destroy();
  child?.stderr?.destroy();
}

/** Node throws for some programs that cannot be started, such as for too long arguments: others must not die with them. */
function start(nth: number, command: Command): void {
  try {
    run(nth, command);
  } catch (error) {
    report(nth, { succeeded: false, killed: false, stdout: Buffer.alloc(0), stderr: reasonOf(error) });
  }
}

function report(nth: number, ended: Ended): void {
  const sent: LaunchReport = { nth, ended };
  process.send?.(sent);
}

/** Only the code: the message may quote arguments and the environment. */
function reasonOf(error: unknown): Buffer {
  return Buffer.from(`it could not be started: ${String((error as { code?: unknown }).code)}`);
}

function run(nth: number, { file, args, input, maxOutput, ...options }: Command): void {
  const child = execFile(
    file,
    args,
    {
      ...options,
      encoding: 'buffer',
      killSignal: 'SIGKILL',
      maxBuffer: maxOutput,
      windowsHide: true,
    },
    (error, stdout, stderr) => {
      running.delete(nth);
      const isStarted = child.pid !== undefined;
      report(nth, {
        succeeded: error === null,
        killed: error?.killed === true,
        stdout,
        stderr: isStarted ? stderr : reasonOf(error),
      });
    },
  );
  running.set(nth, child);
  // A program may exit before it has read all input; its exit code tells why.
  child.stdin?.on('error', () => {});
  child.stdin?.end(input);
}
