import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { entryPoint } from '../../src/lib/entry-point.ts';

const program = fileURLToPath(entryPoint(new URL('./store-worker.ts', import.meta.url)));

/** Real processes on one store. They are up when this resolves, and do their work all at once with `run`. */
export async function startWorkers(count: number, args: string[]) {
  const workers = await Promise.all(Array.from({ length: count }, () => startWorker(args)));
  return {
    /** What each of them printed. @throws Error when one fails */
    run: () => Promise.all(workers.map((worker) => worker.run())),
  };
}

/** One process; `run` gives what it printed, `kill` ends it as a power cut would, but for the machine. */
export async function startWorker(args: string[]) {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  await once(child.stdout, 'data');
  return {
    child,
    async run() {
      child.stdin.end('go\n');
      const [code] = await closed;
      if (code !== 0) throw new Error(`A worker ended with ${code}: ${printed}`);
      return printed.replace(/^ready\n/, '').trim();
    },
    /** Kills it once it has acknowledged `count` writes; gives all that it acknowledged. */
    async killAfter(count: number): Promise<string[]> {
      const acknowledged = () => printed.split('\n').slice(1, -1);
      child.stdout.on('data', () => {
        if (acknowledged().length >= count) child.kill('SIGKILL');
      });
      child.stdin.end('go\n');
      await closed;
      return acknowledged();
    },
  };
}
