import { type ChildProcess, execFile } from 'node:child_process';
import type { Command, LaunchOrder, LaunchReport } from './launch.ts';

const running = new Map<number, ChildProcess>();

process.on('message', ({ nth, command }: LaunchOrder) => {
  if (command === null) running.get(nth)?.kill('SIGKILL');
  else run(nth, command);
});

// Its owner says when it ends, also when a signal goes to all processes of a terminal or a service.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('disconnect', () => {
  for (const child of running.values()) child.kill('SIGKILL');
});
process.send?.('ready');

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
      const ended = { succeeded: error === null, killed: error?.killed === true, stdout, stderr };
      const report: LaunchReport = { nth, ended };
      process.send?.(report);
    },
  );
  running.set(nth, child);
  // A program may exit before it has read all input; its exit code tells why.
  child.stdin?.on('error', () => {});
  child.stdin?.end(input);
}
