import { AsyncLocalStorage } from 'node:async_hooks';
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { runCli } from '../../src/cli/run.ts';
import { root } from './source-files.ts';

type Finished = { code: number | null; stdout: string; stderr: string };
type Child = ChildProcessByStdio<null, Readable, Readable>;
type Options = { env?: Record<string, string> };

const command = join(root, 'bin/docent.js');

/** A data folder for one test. */
export async function dataFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'docent-data-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

let last: Promise<unknown> = Promise.resolve();

/** Runs a command line in this process, one at a time, because the environment is everybody's. */
export function docent(words: string[], options: Options = {}): Promise<Finished> {
  const finished = last.then(() => runHere(words, options));
  last = finished.catch(() => {});
  return finished;
}

async function runHere(words: string[], { env = {} }: Options): Promise<Finished> {
  const output = { stdout: '', stderr: '' };
  const before = { ...process.env };
  const listeners = process.listeners('SIGINT');
  Object.assign(process.env, environment(env));
  try {
    const code = await capture.run(output, () => runCli(words));
    return { code, ...output };
  } finally {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
    for (const listener of process.listeners('SIGINT'))
      if (!listeners.includes(listener)) process.off('SIGINT', listener);
  }
}

/** What a command that runs here writes; the test runner writes to the same streams. */
const capture = new AsyncLocalStorage<{ stdout: string; stderr: string }>();
for (const name of ['stdout', 'stderr'] as const) {
  const stream = process[name];
  const write = stream.write.bind(stream) as (...args: unknown[]) => boolean;
  stream.write = (chunk: string | Uint8Array, ...rest: unknown[]) => {
    const output = capture.getStore();
    if (output === undefined) return write(chunk, ...rest);
    output[name] += chunk;
    return true;
  };
}

/** Runs a command line in a process of its own. */
export async function docentProcess(words: string[], options: Options = {}): Promise<Finished> {
  const child = start(words, options);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: child.exitCode, stdout, stderr };
}

type Served = {
  child: Child;
  ready: { url: string; domain: string; projectId: string; assistantKey?: string; adminKey?: string };
  exit: Promise<number | null>;
};

/** `docent serve --json` on a free port in a process of its own, once it says that it is ready. */
export async function serve(words: string[], options: Options = {}): Promise<Served> {
  const child = start(['serve', '--json', '--port', '0', ...words], options);
  const exit = once(child, 'exit').then(([code]) => code as number | null);
  const errors = text(child.stderr);
  const line = once(createInterface(child.stdout), 'line');
  const first = await Promise.race([line, exit]);
  if (!Array.isArray(first)) throw new Error(`serve ended with ${first}: ${await errors}`);
  return { child, ready: JSON.parse(first[0] as string), exit };
}

function start(words: string[], { env = {} }: Options): Child {
  return spawn(process.execPath, [command, ...words], {
    cwd: root,
    env: { ...process.env, ...environment(env) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

// Most tests are not about queryVector, and the model takes a second and 300 MB to load.
const environment = (env: Record<string, string>) => ({ DOCENT_EMBEDDING_MODEL: 'none', ...env });
